import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeAnswer, FakeRequest } from './exchange.ts';
import { Faults } from './faults.ts';

/** Is awaited before the provider does the work, and once more before it answers. */
export type RequestHook = (request: FakeRequest & { phase: 'before' | 'after' }) => void | Promise<void>;

export type FakeOptions = {
  /** Does the work. Never called for what a fault or a known idempotency key answers. */
  work: (request: FakeRequest) => FakeAnswer;
  /** A refusal as this provider writes it. */
  problem: (status: number, reason: string) => unknown;
  /** Whose idempotency keys these are. */
  owner: (request: FakeRequest) => string;
};

/**
 * The server of a payment provider that isn't one, on 127.0.0.1: remembers requests, honours idempotency
 * keys, and fails on demand. What it does with money is up to `work`.
 */
export async function startFakeServer({ work, problem, owner }: FakeOptions) {
  const faults = new Faults();
  const requests: FakeRequest[] = [];
  /** By owner and key: what was asked, and what it came to; without an answer it is under way. */
  const known = new Map<string, { asked: string; answer?: FakeAnswer }>();
  let hook: RequestHook = () => {};

  const refuse = (status: number, reason: string): FakeAnswer => ({ status, body: problem(status, reason) });

  /** Does the work once per idempotency key. It is under way for as long as the hook and `slowMs` take. */
  async function answerOnce(request: FakeRequest, slowMs: number): Promise<FakeAnswer> {
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
    /** As when they have become too old. */
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

function send(response: ServerResponse, { status, body = '', headers = {} }: FakeAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
