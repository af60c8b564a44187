import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { fail } from '@venue-booking/proto/failures';

/** Headers: the subject for the parts of a response, and the number of parts sent before the reply. */
const PARTS_TO = 'parts-to';
const PARTS = 'parts';
/** The broker's default `max_payload`, and the bytes of it reserved for headers. */
const MAX_PAYLOAD = 1_048_576;
const HEADER_ROOM = 4096;

/**
 * Receives responses that are larger than the broker's `max_payload`. The parts are sent to an inbox of this
 * connection before the reply. The broker keeps the order of messages between two connections.
 */
export function receiveReplyParts(connection: NatsConnection) {
  const inbox = createInbox();
  const expected = new Map<string, Uint8Array[]>();
  connection.subscribe(`${inbox}.*`, {
    callback: (error, { subject, data }) => {
      if (!error) expected.get(subject)?.push(data);
    },
  });
  let requests = 0;
  /** Prepares to receive the parts of one response. */
  return () => {
    const subject = `${inbox}.${requests++}`;
    const parts: Uint8Array[] = [];
    expected.set(subject, parts);
    return {
      /** Header of the request. A callee that does not support it responds in one message or fails. */
      header: [PARTS_TO, subject] as [name: string, value: string],
      /** Joins the parts and the reply. @throws `unavailable` when a part was lost */
      join(reply: Msg): Uint8Array {
        const sent = Number(reply.headers?.get(PARTS) || 0);
        if (sent !== parts.length) throw fail('unavailable');
        return sent === 0 ? reply.data : Buffer.concat([...parts, reply.data]);
      },
      close: () => void expected.delete(subject),
    };
  };
}

/**
 * Responds to a request, in parts if the size requires it. @throws when the caller takes no parts and the
 * broker rejects the size
 */
export function sendReply(connection: NatsConnection, request: Msg, data: Uint8Array): void {
  const maxBytes = Math.max(HEADER_ROOM, (connection.info?.max_payload ?? MAX_PAYLOAD) - HEADER_ROOM);
  const to = request.headers?.get(PARTS_TO);
  if (data.length <= maxBytes || !to) return void request.respond(data);
  let sent = 0;
  for (; data.length - sent * maxBytes > maxBytes; sent++)
    connection.publish(to, data.subarray(sent * maxBytes, (sent + 1) * maxBytes));
  const replyHeaders = headers();
  replyHeaders.set(PARTS, String(sent));
  request.respond(data.subarray(sent * maxBytes), { headers: replyHeaders });
}
