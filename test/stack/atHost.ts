import { request } from 'node:http';

/** Sends a GET or POST to a server on this machine under another host name. Follows no redirects. */
export function atHost(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  const { host, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...headers, Host: host }, signal: AbortSignal.timeout(20_000) };
    const sent = request({ ...options, host: '127.0.0.1', port, path: pathname + search }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject).end(body);
  });
}
