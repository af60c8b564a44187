import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BucketKey, signatureError } from './signature.ts';

/** Contains characters that a URL must escape. */
const KEY: BucketKey = { accessKeyId: 'AKIAFAKE', secretAccessKey: 'se/cr+et%25', region: 'eu-west-3' };

/** The fault of every request until it is changed. */
type Fault = 'none' | 'hang' | 'down' | 'redirect' | 'huge';

/**
 * A fake S3-compatible bucket on 127.0.0.1. It stores objects, rejects requests without a valid AWS
 * signature, and fails on demand.
 */
export async function startFakeBucket() {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const refusals: string[] = [];
  const state = { fault: 'none' as Fault, before: async (_request: string) => {} };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url: target = '' } = incoming;
    requests.push(`${method} ${target}`);
    await state.before(`${method} ${target}`);
    const headers = incoming.headers as Record<string, string>;
    const refusal = signatureError({ method, target, headers, body }, KEY);
    if (refusal) refusals.push(refusal);
    if (refusal) return void response.writeHead(403).end(`<Code>${refusal}</Code>${KEY.secretAccessKey}`);
    if (state.fault === 'hang') return;
    if (state.fault === 'down') return void response.writeHead(503).end('<Code>SlowDown</Code>');
    if (state.fault === 'redirect') return void response.writeHead(307, { Location: '/elsewhere' }).end();
    if (state.fault === 'huge') return void response.writeHead(200).end(Buffer.alloc(2_000_000));
    if (method === 'PUT') objects.set(target, body);
    if (method === 'DELETE') objects.delete(target);
    if (method !== 'GET') return void response.writeHead(method === 'PUT' ? 200 : 204).end();
    const found = objects.get(target);
    response.writeHead(found ? 200 : 404).end(found ?? '<Code>NoSuchKey</Code>');
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [id, secret] = [KEY.accessKeyId, KEY.secretAccessKey].map(encodeURIComponent);
  return {
    /** The value of `IMAGES_URL`. */
    imagesUrl: `http://${id}:${secret}@127.0.0.1:${port}/pictures/of-venues/?region=${KEY.region}`,
    /** Objects by path. */
    objects,
    /** All requests so far, such as `GET /pictures/…`. */
    requests,
    /** The error codes of rejected requests. */
    refusals,
    state,
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
