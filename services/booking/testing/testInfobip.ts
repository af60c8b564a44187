import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An SMS as it arrived. */
type Received = { id: string; to: string; from: string; text: string };

/** An HTTP status, a name of Infobip's message status, or `lost` after it has accepted. */
type Answer = number | string;

/** Stands in for Infobip's HTTP API on 127.0.0.1, with its idempotency by `messageId`. */
export async function startInfobip() {
  const sink = {
    accepted: [] as Received[],
    /** Number of requests. */
    requests: 0,
    key: 'key-of-the-tests-0123456789',
    url: '',
    /** How a request is answered; tests replace it. */
    answer: (_to: string): Answer => 'PENDING_ACCEPTED',
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
  const server = createServer(async (request, response) => {
    sink.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url !== '/sms/3/messages' || request.headers.authorization !== `App ${sink.key}`)
      return response.writeHead(401).end('{}');
    const [{ sender, destinations, content }] = JSON.parse(Buffer.concat(chunks).toString()).messages;
    const [{ to, messageId: id }] = destinations;
    const answer = sink.answer(to);
    if (typeof answer === 'number') return response.writeHead(answer).end('{}');
    const isKnown = sink.accepted.some((sms) => sms.id === id);
    const accepts = answer === 'lost' || answer.startsWith('PENDING');
    if (accepts && !isKnown) sink.accepted.push({ id, to, from: sender, text: content.text });
    if (answer === 'lost') return response.destroy();
    const name = isKnown ? 'REJECTED_DUPLICATE_MESSAGE_ID' : answer;
    const status = { groupId: 1, groupName: name.split('_')[0], id: 26, name, description: `about ${to}` };
    response.end(JSON.stringify({ messages: [{ messageId: id, status, destination: to }] }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  sink.url = `http://${sink.key}@127.0.0.1:${port}`;
  return sink;
}
