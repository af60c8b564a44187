import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy before several gateways, like a load balancer. The header `X-Gateway` selects a gateway; while that
 * one accepts no connections, the proxy uses another.
 */
export async function startFront(port: number) {
  let gateways: string[] = [];
  /** Number of event streams requested from each gateway. */
  const streams = new Map<string, number>();

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, urls: string[]): void => {
    const [url, ...others] = urls;
    if (url === undefined) {
      outgoing.writeHead(503).end();
      return;
    }
    const { method, headers, url: path = '' } = incoming;
    if (path.endsWith('/live')) streams.set(url, (streams.get(url) ?? 0) + 1);
    const passed = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      outgoing.on('close', () => passed.destroy());
    });
    // A gateway that refused the connection received nothing, so another can be tried. After a broken
    // connection, the client must retry.
    passed.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? pass(incoming, outgoing, body, others) : outgoing.destroy(),
    );
    passed.end(body);
  };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const wanted = Number(incoming.headers['x-gateway'] ?? 0) % Math.max(1, gateways.length);
    const urls = [...gateways.slice(wanted), ...gateways.slice(0, wanted)];
    pass(incoming, outgoing, Buffer.concat(chunks), urls);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams,
    /** The gateways in order; `X-Gateway: 1` selects the second. */
    use(urls: readonly string[]) {
      gateways = [...urls];
    },
    /** Closes every connection. */
    cut: () => server.closeAllConnections(),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
