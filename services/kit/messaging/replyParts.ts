import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { fail } from '@venue-booking/proto/failures';

/** Where a request wants the parts of its answer, and how many of them went there before the reply. */
const PARTS_TO = 'parts-to';
const PARTS = 'parts';
/** What the broker takes in a message unless it says otherwise, and what of that is for headers, in bytes. */
const MAX_PAYLOAD = 1_048_576;
const HEADER_ROOM = 4096;

/**
 * Has answers come that are larger than the broker takes in one message (`max_payload`). Parts are sent ahead
 * of the reply to an inbox of this connection; the broker keeps the order of what one connection sends
 * another.
 */
export function replyParts(connection: NatsConnection) {
  const inbox = createInbox();
  const expected = new Map<string, Uint8Array[]>();
  connection.subscribe(`${inbox}.*`, {
    callback: (error, { subject, data }) => {
      if (!error) expected.get(subject)?.push(data);
    },
  });
  let asked = 0;
  /** Where the answer to one request may come in parts. */
  return () => {
    const subject = `${inbox}.${asked++}`;
    const parts: Uint8Array[] = [];
    expected.set(subject, parts);
    return {
      /** Said to the callee with the request; one that does not know it answers in one message, or not. */
      header: [PARTS_TO, subject] as [name: string, value: string],
      /** @throws `unavailable` when a part was lost on its way */
      whole(reply: Msg): Uint8Array {
        const sent = Number(reply.headers?.get(PARTS) || 0);
        if (sent !== parts.length) throw fail('unavailable');
        return sent === 0 ? reply.data : Buffer.concat([...parts, reply.data]);
      },
      close: () => void expected.delete(subject),
    };
  };
}

/** Answers a request, in parts if needed and taken. @throws when the broker takes no answer of this size */
export function reply(connection: NatsConnection, request: Msg, answer: Uint8Array): void {
  const most = Math.max(HEADER_ROOM, (connection.info?.max_payload ?? MAX_PAYLOAD) - HEADER_ROOM);
  const to = request.headers?.get(PARTS_TO);
  if (answer.length <= most || !to) return void request.respond(answer);
  let sent = 0;
  for (; answer.length - sent * most > most; sent++)
    connection.publish(to, answer.subarray(sent * most, (sent + 1) * most));
  const head = headers();
  head.set(PARTS, String(sent));
  request.respond(answer.subarray(sent * most), { headers: head });
}
