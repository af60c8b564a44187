import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { path: string; headers: Record<string, string>; body: string };

/** Responds to a request: a handler or a status. `null` lets the request hang. */
type Answer = ((request: Received, response: ServerResponse) => void) | number | null;

/** A developer's server for webhooks, on 127.0.0.1. */
export async function startReceiver(answer: Answer = 204) {
  const received: Received[] = [];
  const receiver = { answer, received };
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(one);
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
    else receiver.answer?.(one, response);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve()),
    );
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    /** Listens again, on the same port. */
    start: () => listen(port),
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  });
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
