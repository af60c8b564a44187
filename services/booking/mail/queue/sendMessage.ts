import { isDeepStrictEqual } from 'node:util';
import { requireOwnLinks } from '@venue-booking/domain/venue/ownLinks';
import { MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { fail } from '@venue-booking/proto/failures';
import {
  type GuestMessagePreview,
  MAX_MESSAGE_RECIPIENTS,
  MAX_MESSAGES_A_DAY,
  type NewGuestMessage,
  type SentGuestMessage,
} from '@venue-booking/proto/mail/guestMessage';
import { GUEST_PLACEHOLDERS } from '@venue-booking/proto/mail/mailText';
import { hostsOf } from '@venue-booking/proto/webAddress';
import { v7 as newUid } from 'uuid';
import type { BookingTx } from '../../database.ts';
import { type PreviewDeps, previewMessage } from '../compose/previewMail.ts';
import { placeholderOutside } from '../texts/mailText.ts';
import { type Chosen, findRecipients, type Recipients } from './messageRecipients.ts';

type Deps = PreviewDeps & { wakeWorkers: () => void };

/** A message of a venue. `dayStart`: HH:MM at which its booking days start. */
export type MessageRequest = { venueId: number; message: NewGuestMessage; dayStart: string };

const FIELDS = ['subject', 'body'] as const;

/** @throws `placeholder_unknown`, `link_foreign` */
async function requireSayable(deps: Deps, { venueId, message }: MessageRequest): Promise<void> {
  for (const field of FIELDS) {
    const placeholder = placeholderOutside(GUEST_PLACEHOLDERS, message[field]);
    const known = GUEST_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
    if (placeholder) throw fail('placeholder_unknown', { field, placeholder, known });
  }
  const { linkHosts } = await deps.contact({ venueId });
  const hosts = linkHosts ? [...linkHosts, ...hostsOf([deps.publicUrl])] : null;
  for (const field of FIELDS) requireOwnLinks(field, message[field], hosts);
}

const countsOf = ({ mailed, bookings, withoutAddress }: Recipients) => ({
  recipients: mailed.length,
  bookings: bookings.length,
  without_address: withoutAddress,
});

const chosenOf = ({ date, slot_id, facility_id, not_over }: NewGuestMessage): Chosen => ({
  ...(date !== undefined && { date }),
  ...(slot_id !== undefined && { slot_id }),
  ...(facility_id !== undefined && { facility_id }),
  ...(not_over && { not_over }),
});

/**
 * Who a message would go to, and its mail. Nothing is saved or sent.
 * @throws `placeholder_unknown`, `link_foreign`
 */
export async function previewGuestMessage(deps: Deps, request: MessageRequest): Promise<GuestMessagePreview> {
  await requireSayable(deps, request);
  const { venueId, message } = request;
  const mail = await previewMessage(deps, { venueId }, message);
  return {
    ...countsOf(await recipientsOf(deps.database, request)),
    maximum: MAX_MESSAGE_RECIPIENTS,
    mail,
  };
}

async function recipientsOf(database: BookingTx, { venueId, message, dayStart }: MessageRequest) {
  const [venue] = await database.$queryRaw<{ timezone: string }[]>`
    SELECT timezone FROM booking.venue WHERE id = ${venueId}`;
  const { timezone = 'UTC' } = venue ?? {};
  return findRecipients(database, venueId, { chosen: chosenOf(message), timezone, dayStart });
}

/**
 * Queues a message to guests: one mail per mailbox, and a line in the history of each booking, in one
 * transaction. Idempotent by `requestKey`.
 * @throws `placeholder_unknown`, `link_foreign`, `message_nobody`, `message_too_many`, `messages_today`,
 * `idempotency_mismatch` for a key that was used for another message
 */
export async function sendGuestMessage(
  deps: Deps,
  request: MessageRequest & { actor: string; requestKey?: string | undefined },
): Promise<SentGuestMessage> {
  await requireSayable(deps, request);
  const sent = await deps.database.raw.$transaction((tx) => queueMessage(tx, request));
  deps.wakeWorkers();
  return sent;
}

type Stored = {
  id: string;
  subject: string;
  body: string;
  chosen: Chosen;
  recipients: number;
  bookings: number;
  without_address: number;
};

async function queueMessage(
  tx: BookingTx,
  request: MessageRequest & { actor: string; requestKey?: string | undefined },
): Promise<SentGuestMessage> {
  const { venueId, message, actor, requestKey = null } = request;
  const chosen = chosenOf(message);
  // Messages of a venue are queued one after the other, so that the daily maximum is exact.
  await tx.$queryRaw`SELECT FROM booking.venue WHERE id = ${venueId} FOR NO KEY UPDATE`;
  const [made] = await tx.$queryRaw<Stored[]>`
    SELECT id::text, subject, body, chosen, recipients, bookings, without_address FROM booking.message
    WHERE venue_id = ${venueId} AND request_key = ${requestKey}`;
  if (made) {
    const { subject, body, chosen: before, ...stored } = made;
    const isSame = subject === message.subject && body === message.body && isDeepStrictEqual(before, chosen);
    if (!isSame) throw fail('idempotency_mismatch');
    return stored;
  }
  await requireFewToday(tx, venueId);
  const found = await recipientsOf(tx, request);
  const counts = countsOf(found);
  if (counts.recipients === 0) throw fail('message_nobody');
  if (counts.recipients > MAX_MESSAGE_RECIPIENTS)
    throw fail('message_too_many', { count: counts.recipients, max: MAX_MESSAGE_RECIPIENTS });
  const id = newUid();
  await tx.$executeRaw`
    INSERT INTO booking.message (venue_id, id, subject, body, chosen, recipients, bookings, without_address, actor, request_key)
    VALUES (${venueId}, ${id}::uuid, ${message.subject}, ${message.body}, ${JSON.stringify(chosen)}::jsonb, ${counts.recipients},
      ${counts.bookings}, ${counts.without_address}, ${actor}, ${requestKey})`;
  await tx.$executeRaw`
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, message_id)
    SELECT ${venueId}, gen_random_uuid(), id, 'message', ${id}::uuid FROM unnest(${found.mailed}::bigint[]) AS mailed(id)`;
  await tx.$executeRaw`
    INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
    SELECT ${venueId}, id, ${actor}, 'message_sent', ${message.subject} FROM unnest(${found.bookings}::bigint[]) AS told(id)
    WHERE booking.history_lines(${venueId}::integer, id) < ${MAX_HISTORY}`;
  return { id, ...counts };
}

/** @throws `messages_today` */
async function requireFewToday(tx: BookingTx, venueId: number): Promise<void> {
  const [{ count = 0 } = {}] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM booking.message
    WHERE venue_id = ${venueId} AND created_at > now() - interval '1 day'`;
  if (count >= MAX_MESSAGES_A_DAY) throw fail('messages_today', { max: MAX_MESSAGES_A_DAY });
}
