import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * One address before several gateways, as a load balancer is: a browser whose `X-Gateway` names one comes to
 * that, and to another one while that takes no connections.
 */
export async function startFront(port: number) {
  let gateways: string[] = [];
  /** How many streams each gateway has been asked for. */
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
    // A gateway that is gone took nothing; one that breaks off has to be asked again by whoever asked.
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
    /** In their order; `X-Gateway: 1` names the second. */
    use(urls: readonly string[]) {
      gateways = [...urls];
    },
    /** Breaks every connection. */
    cut: () => server.closeAllConnections(),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
