import { createLog } from '@venue-booking/kit/log';
import express from 'express';
import { Registry } from 'prom-client';
import { createGateway } from './app.ts';
import type { Backends } from './backends.ts';
import { visit } from './pages/testVisit.ts';

export const OPERATOR = 'operator-token-of-the-test';

/** For tests: a gateway before services that are made up, and calls of its admin API. */
export async function openGateway(backends: unknown) {
  const { app } = createGateway({
    settings: {
      publicUrl: 'https://book.example',
      baseDomain: undefined,
      operatorToken: OPERATOR,
      trustProxy: false,
    },
    backends: backends as Backends,
    ready: async () => true,
    metrics: new Registry(),
    log: createLog('test', 'silent'),
  });
  const site = await visit(express.Router().use(app));
  const call = async (
    method: string,
    path: string,
    { body, token = OPERATOR, headers = {} }: { body?: unknown; token?: string; headers?: object } = {},
  ) => {
    const response = await fetch(`${site.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read it as a client would, without our types
    return { status: response.status, body: (await response.json()) as any };
  };
  return { call, [Symbol.asyncDispose]: site[Symbol.asyncDispose] };
}
