import assert from 'node:assert/strict';
import { connect } from '@nats-io/transport-node';
import { availabilityRouter } from '@venue-booking/availability/router';
import { bookingRouter } from '@venue-booking/booking/router';
import { catalogRouter } from '@venue-booking/catalog/router';
import { paymentRouter } from '@venue-booking/payment/router';
import { call } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';
import { callTheRest } from './callTheRest.ts';
import { writeReleased } from './released.ts';
import { Shapes } from './shape.ts';

/** Procedures whose reply has no fields, so there is nothing to record. */
const UNTOLD = /[.](ping|awaitApplied|receive\w*Event|release|settle|endFeed|noteRulesChange)$/;

const noDeps = { webhooks: {}, deadLetters: {} } as never;
const routers = {
  catalog: catalogRouter(noDeps),
  availability: availabilityRouter(noDeps),
  booking: bookingRouter(noDeps),
  payment: paymentRouter(noDeps),
};
const procedures = Object.entries(routers).flatMap(([service, { _def }]) =>
  Object.keys(_def.procedures).map((name) => `${service}.${name}`),
);

type Operation = { operationId: string; responses: Record<string, { content?: object }> };
type Document = { paths: Record<string, Record<string, Operation>> };

/**
 * Records the shapes of all replies between services and of all gateway responses. Writes them to
 * `released.ts` when the stack stops.
 */
export async function recordReplies(stack: Stack): Promise<Stack> {
  const replies: Record<string, Shapes> = {};
  const answers: Record<string, Shapes> = {};
  const connection = await connect({ servers: stack.natsUrl ?? '' });
  const asked = new Map<string, string>();
  connection.subscribe('rpc.>', {
    callback: (_, { subject, reply = '' }) => void asked.set(reply, subject.slice('rpc.'.length)),
  });
  connection.subscribe('_INBOX.>', {
    callback: (_, message) => {
      const procedure = asked.get(message.subject);
      if (!procedure || message.headers?.get('parts')) return;
      asked.delete(message.subject);
      const reply = message.json<{ data?: unknown }>();
      if ('failure' in reply) return;
      replies[procedure] ??= new Shapes();
      if (reply.data !== undefined) replies[procedure].take(reply.data);
    },
  });
  const operations = operationsOf((await call(`${stack.api.url}/openapi.json`)).body);
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const path = `${init?.method ?? 'GET'} ${url.pathname}`;
    const found = operations.find(({ pattern }) => pattern.test(path));
    if (found && response.ok && response.headers.get('content-type')?.startsWith('application/json')) {
      answers[found.operationId] ??= new Shapes();
      answers[found.operationId]?.take(await response.clone().json());
    }
    return response;
  };
  return {
    ...stack,
    async stop() {
      try {
        await callTheRest(stack);
      } finally {
        globalThis.fetch = fetch;
        await connection.close();
        await stack.stop();
      }
      const missing = [
        ...procedures.filter((name) => !replies[name] && !UNTOLD.test(name)),
        ...operations.map(({ operationId }) => operationId).filter((name) => !answers[name]),
      ];
      assert.deepEqual(
        missing,
        [],
        'procedures and operations without a recorded reply: add them to callTheRest.ts',
      );
      writeReleased(keptOf(replies), keptOf(answers));
    },
  };
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // An event stream has no JSON shape.
      .filter(([, { responses }]) => !('text/event-stream' in (responses[200]?.content ?? {})))
      .map(([method, { operationId }]) => ({
        operationId,
        pattern: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      })),
  );

const keptOf = (shapes: Record<string, Shapes>) =>
  Object.fromEntries(Object.entries(shapes).map(([name, { kept }]) => [name, kept]));
