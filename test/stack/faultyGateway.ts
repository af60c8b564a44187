import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A fault of a request: its response is lost, or this one is sent without calling the gateway. Undefined
 * passes the request on.
 */
type Fault = 'lost' | { status: number; error: string } | undefined;

const PASSED_ON = ['authorization', 'content-type', 'accept', 'x-tenant', 'idempotency-key'];

/** A proxy in front of a gateway. `fault` gets `METHOD path` and decides about each request. */
export async function startFaultyGateway(
  url: string,
  fault: (request: string) => Fault | Promise<Fault>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const found = await fault(`${method} ${path}`);
    if (typeof found === 'object')
      return void response.writeHead(found.status).end(JSON.stringify({ error: found.error }));
    const headers = PASSED_ON.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const answer = await fetch(url + path, { method, headers, body, redirect: 'manual' });
    const text = await answer.text();
    if (found === 'lost') return void response.destroy();
    const location = answer.headers.get('location');
    response.writeHead(answer.status, location === null ? {} : { Location: location }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
