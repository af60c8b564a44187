import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** Listens to the live stream of a venue as a program does. Resolves after the first event. */
export async function openLiveStream(url: string, token: string) {
  const request = get(url, { headers: { Authorization: `Bearer ${token}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  let text = '';
  const events: { event: string; data: unknown }[] = [];
  const opened = Promise.withResolvers<void>();
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    events.splice(0, events.length, ...eventsIn(text));
    if (events.length > 0) opened.resolve();
  });
  // A connection that breaks counts as an end too.
  const ended = new Promise<void>((resolve) => response.on('error', () => {}).once('close', resolve));
  await opened.promise;
  return { events, ended, text: () => text, close: () => request.destroy() };
}

const eventsIn = (text: string) =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data) as unknown,
  }));
