import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves one page on a website of its own, until `stop`. */
export async function startWebsite() {
  let html = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    show: (page: string) => {
      html = page;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
