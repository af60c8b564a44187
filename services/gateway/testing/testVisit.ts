import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Router } from 'express';

/** For tests: serves pages on a free port until disposed. */
export const visit = (pages: Router) => serve(express().disable('etag').disable('x-powered-by').use(pages));

/** For tests: serves a listener on a free port until disposed. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers }),
    post: (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, redirect: 'manual' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** URLs of the scripts, style sheets and images that a page loads. */
export const loadedBy = (html: string): string[] =>
  [...html.matchAll(/<(?:script|img|link)[^>]+(?:src|href)="([^"]+)"/g)]
    .map(([, address]) => address ?? '')
    .filter((address) => address !== 'data:,');

/** Relative modules that a script imports. */
export const importedBy = (script: string): string[] =>
  [...script.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) => name ?? '');

export function assertStrictPolicy(response: Response) {
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.match(policy, /style-src 'self'(;|$)/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
}

/** @param except allowed origins, for example the server's own */
export function assertNamesNoOtherHost(text: string, except: string[] = []) {
  const named = [...text.matchAll(/\bhttps?:\/\/[^\s"'`<>)]+|["'(]\/\/[a-z0-9-]+\.[a-z]+/gi)].map(
    ([address]) => address,
  );
  assert.deepEqual(
    named.filter((address) => !except.some((origin) => address.startsWith(origin))),
    [],
  );
}
