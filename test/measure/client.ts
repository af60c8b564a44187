import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** Longer than any request may take. */
const PATIENCE_MS = 30_000;

export type Sent = { headers?: Record<string, string>; body?: string };
export type Received = { status: number; headers: IncomingHttpHeaders; text: string };
export type Client = {
  send(method: string, path: string, sent?: Sent): Promise<Received>;
  close(): void;
};

/** A client that keeps its connections, and costs less than `fetch`: it shares the machine with what it measures. */
export function clientOf(url: string): Client {
  const { hostname: host, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    send: (method, path, { headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = request({ host, port, method, path, agent, headers }, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.once('error', reject);
          incoming.once('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        });
        outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error(`${method} ${path}: no answer`)));
        outgoing.once('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
