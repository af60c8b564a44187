import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeRequest, FakeResponse } from './exchange.ts';
import { Faults } from './faults.ts';

/** Awaited before the provider handles the request, and again before it responds. */
export type RequestHook = (request: FakeRequest & { phase: 'before' | 'after' }) => void | Promise<void>;

export type FakeOptions = {
  /** Handles the request. Not called if a fault or a stored idempotency key determines the response. */
  work: (request: FakeRequest) => FakeResponse;
  /** The body of a failure in the format of this provider. */
  problem: (status: number, reason: string) => unknown;
  /** The account that idempotency keys belong to. */
  owner: (request: FakeRequest) => string;
};

/**
 * The server of a fake payment provider on 127.0.0.1. It records requests, honours idempotency keys, and
 * fails on demand. `work` implements the provider's API.
 */
export async function startFakeServer({ work, problem, owner }: FakeOptions) {
  const faults = new Faults();
  const requests: FakeRequest[] = [];
  /** Requests and responses by owner and key. Without a response, the request is in progress. */
  const known = new Map<string, { asked: string; answer?: FakeResponse }>();
  let hook: RequestHook = () => {};

  const refuse = (status: number, reason: string): FakeResponse => ({
    status,
    body: problem(status, reason),
  });

  /** Handles a request once per idempotency key. It is in progress while the hook runs and for `slowMs`. */
  async function answerOnce(request: FakeRequest, slowMs: number): Promise<FakeResponse> {
    const { method, path } = request;
    const key = method === 'POST' && request.headers['idempotency-key'];
    const id = key ? `${owner(request)} ${key}` : null;
    const asked = `${method} ${path} ${request.body}`;
    const before = id === null ? undefined : known.get(id);
    if (before && before.asked !== asked)
      return refuse(400, 'The idempotency key was used for another request');
    if (before && !before.answer) return refuse(409, 'A request with this idempotency key is under way');
    if (before?.answer) return { ...before.answer, headers: { 'Idempotent-Replayed': 'true' } };
    if (id !== null) known.set(id, { asked });
    try {
      await hook({ ...request, phase: 'before' });
      if (slowMs > 0) await sleep(slowMs);
      const answer = work(request);
      if (id !== null && answer.status < 400) known.set(id, { asked, answer });
      return answer;
    } finally {
      if (id !== null && !known.get(id)?.answer) known.delete(id);
    }
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    requests.push(request);
    const fault = faults.next(request);
    if (fault?.act === 'hang') return;
    if (fault?.act === 'reset before') return reset(response);
    if (fault?.act === 'status')
      return send(response, { ...refuse(fault.status, fault.reason ?? 'Out of order'), ...fault.answer });
    const answer = await answerOnce(request, fault?.act === 'slow' ? fault.ms : 0);
    await hook({ ...request, phase: 'after' });
    if (fault?.act === 'reset after') return reset(response);
    if (fault?.act === 'hang after') return;
    if (fault?.act === 'stall') return void response.writeHead(answer.status).write('{');
    send(response, answer);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => send(response, refuse(500, String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** All requests so far, in order. */
    requests,
    faults,
    onRequest(next: RequestHook): void {
      hook = next;
    },
    /** Simulates the expiry of all keys. */
    forgetIdempotencyKeys: (): void => known.clear(),
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  };
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function send(response: ServerResponse, { status, body = '', headers = {} }: FakeResponse): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
