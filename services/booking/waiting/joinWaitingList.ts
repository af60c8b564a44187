import { createHash, randomBytes } from 'node:crypto';
import { addDays, localAt } from '@venue-booking/domain/schedule/venueTime';
import { sortedJson } from '@venue-booking/domain/sortedJson';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { isUniqueViolation } from '@venue-booking/kit/postgres/sql';
import {
  type JoinWaitingList,
  MAX_ENTRIES_PER_DAY,
  MAX_ENTRIES_PER_GUEST,
  type WaitingListRequest,
  type WaitingListResponse,
} from '@venue-booking/proto/booking/waitingList';
import type { DaySlots, Slot } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { CapName } from '@venue-booking/proto/venue/caps';
import { v7 as newUid } from 'uuid';
import { checkExtra, partyFor } from '../core/bookingRules.ts';
import type { BookingDeps } from '../core/deps.ts';
import { type LinkUrl, NONCE_BYTES } from '../core/linkedBooking.ts';
import { bookableTerms, findTerms } from '../core/termsStore.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { type GuestHashes, guestHashes } from '../limits/guestHashes.ts';
import type { ProofOfWork } from '../limits/proofOfWork.ts';
import { type RateLimit, requireRateLimit } from '../limits/rateLimit.ts';
import type { OfferDeps } from './offerDay.ts';
import { type Entry, findEntries } from './waitingStore.ts';

export type JoinDeps = Pick<BookingDeps, 'database' | 'hashKey'> &
  Pick<OfferDeps, 'daySlots' | 'wakeMail'> &
  Pick<ProofOfWork, 'spendProof'> & { limit: RateLimit; waitingUrl: LinkUrl };

/** The response, and whether the entry is new. */
type Joined = WaitingListResponse;

/**
 * Puts a guest on the waiting list of a full slot or day, once per Idempotency-Key. The entry counts after
 * the guest has confirmed it by the link in the mail.
 * @throws the failures of `POST /api/site/waiting-list`
 */
export async function joinWaitingList(deps: JoinDeps, request: JoinWaitingList): Promise<Joined> {
  const { venueId, clientAddress, idempotencyKey } = request;
  const { proof_of_work: proof, ...entry } = request.entry;
  const hash = createHash('sha256').update(sortedJson(entry)).digest('base64url');
  const made = idempotencyKey === undefined ? null : await findMade(deps, { venueId, idempotencyKey });
  if (made) return replay(deps, made, hash);
  requireRateLimit(await deps.limit.peek(clientAddress));
  const facilityId = entry.facility_id ?? parseSlotId(entry.slot_id ?? 0)?.facilityId ?? 0;
  const terms = bookableTerms(await findTerms(deps.database, { venueId, facilityId, guest: null }), false);
  if (!terms.facility.waitingList) throw fail('waiting_list_off');
  const { people } = partyFor(terms, entry);
  const extra = checkExtra(terms.fields, entry.extra);
  const day = await requireFull(deps, { venueId, facilityId, timezone: terms.venue.timezone }, entry, people);
  if (terms.venue.proofOfWork) {
    if (proof === undefined) throw fail('proof_missing', { work: 1 });
    await deps.spendProof(venueId, proof, 1);
  }
  const guest = guestHashes(deps.hashKey, { email: entry.customer_email, clientAddress });
  requireRateLimit(await deps.limit.count(clientAddress, newUid()));
  const row = await insertEntry(deps, {
    ...{ venueId, facilityId, day, entry, people, extra, guest, hash },
    key: idempotencyKey ?? null,
    caps: terms.venue.caps,
  });
  if (!row) throw fail('too_many_entries', { limit: MAX_ENTRIES_PER_GUEST });
  deps.wakeMail();
  return toResponse(deps, row, terms.facility.names?.[entry.locale] ?? terms.facility.name);
}

/** Reasons for which a slot never takes guests again, or not yet. */
const NEVER: Partial<Record<NonNullable<Slot['reason']>, 'slot_past' | 'slot_too_far' | 'slot_unknown'>> = {
  past: 'slot_past',
  notice: 'slot_past',
  too_far: 'slot_too_far',
  closed: 'slot_unknown',
};

/**
 * The booking day of the wish, if it has slots ahead and none of them has room for the party.
 * @throws `slot_unknown`, `slot_past`, `slot_too_far`, `waiting_not_needed`
 */
async function requireFull(
  { daySlots }: Pick<JoinDeps, 'daySlots'>,
  { timezone, ...of }: { venueId: number; facilityId: number; timezone: string },
  { slot_id: slotId, date }: WaitingListRequest,
  people: number,
): Promise<string> {
  const readDay = (on: string): Promise<DaySlots | null> =>
    daySlots({ ...of, date: on }).catch((error: unknown) => {
      if (failureOf(error)?.code === 'facility_not_found') return null;
      throw error;
    });
  const startDate = localAt(timezone, parseSlotId(slotId ?? 0)?.startsAt ?? 0).slice(0, 10);
  // A slot after midnight may belong to the day before.
  const days = date === undefined ? [startDate, addDays(startDate, -1)] : [date];
  for (const on of days) {
    const slots = ((await readDay(on))?.slots ?? []).filter(
      ({ id }) => slotId === undefined || id === slotId,
    );
    if (slots.length === 0) continue;
    if (slots.some(({ bookable, free }) => bookable && free >= people)) throw fail('waiting_not_needed');
    const reasons = slots.map(({ reason }) => (reason === undefined ? undefined : NEVER[reason]));
    const [never] = reasons;
    if (never !== undefined && reasons.every((reason) => reason !== undefined)) throw fail(never);
    return on;
  }
  throw fail('slot_unknown');
}

async function findMade(
  { database }: Pick<JoinDeps, 'database'>,
  { venueId, idempotencyKey }: { venueId: number; idempotencyKey: string },
): Promise<Entry | null> {
  const where = Prisma.sql`(w.venue_id, w.request_key) = (${venueId}, ${idempotencyKey})`;
  const [row] = await findEntries(database, where, 1);
  return row ?? null;
}

/** The response to a repeated request. @throws `idempotency_mismatch` for another body */
async function replay(deps: JoinDeps, made: Entry, hash: string): Promise<Joined> {
  if (made.requestHash !== hash) throw fail('idempotency_mismatch');
  const { venueId, facilityId } = made;
  const terms = await findTerms(deps.database, { venueId, facilityId, guest: null });
  return toResponse(
    deps,
    made,
    terms?.facility?.names?.[made.locale as Locale] ?? terms?.facility?.name ?? '',
  );
}

type NewEntry = {
  venueId: number;
  facilityId: number;
  day: string;
  entry: WaitingListRequest;
  people: number;
  extra: object;
  guest: GuestHashes;
  key: string | null;
  hash: string;
  caps: Record<CapName, number | null>;
};

/**
 * Inserts an entry and queues the mail that asks to confirm it. Null if the guest is at a limit: that of open
 * entries, or the venue's caps on holds.
 * @throws `waiting_list_full`
 */
async function insertEntry(deps: JoinDeps, made: NewEntry): Promise<Entry | null> {
  const { venueId, facilityId, day, entry, guest, caps } = made;
  const { people, guests, add_ons } = entry;
  const party = JSON.stringify({ people, ...(guests && { guests }), ...(add_ons && { add_ons }) });
  const openBy = (
    column: 'mailbox_hash' | 'address_hash' | 'network_hash',
    hash: string,
    cap: number | null,
  ) =>
    cap === null
      ? Prisma.sql`true`
      : Prisma.sql`(SELECT count(*) FROM booking.waiting o WHERE o.venue_id = ${venueId}
          AND o.status IN ('unconfirmed', 'waiting', 'offered') AND o.${Prisma.raw(column)} = ${hash}) < ${cap}`;
  const ofMailbox = Math.min(caps.max_open_holds_per_email ?? MAX_ENTRIES_PER_GUEST, MAX_ENTRIES_PER_GUEST);
  try {
    const insert = Prisma.sql`
      WITH list AS (
        SELECT count(*) >= ${MAX_ENTRIES_PER_DAY} AS is_full FROM (
          SELECT FROM booking.waiting o WHERE (o.venue_id, o.facility_id, o.day) = (${venueId}, ${facilityId}, ${day}::date)
            AND o.status IN ('unconfirmed', 'waiting', 'offered') LIMIT ${MAX_ENTRIES_PER_DAY}) o
      ),
      made AS (
        INSERT INTO booking.waiting (venue_id, facility_id, day, slot_id, people, party, customer_name, customer_email, extra,
          locale, nonce, mailbox_hash, address_hash, network_hash, request_key, request_hash, mail, mail_id, mail_next_at, mail_queued_at)
        SELECT ${venueId}, ${facilityId}, ${day}::date, ${BigInt(entry.slot_id ?? 0)}, ${made.people}, ${party}::jsonb,
          ${entry.customer_name}, ${entry.customer_email}, ${JSON.stringify(made.extra)}::jsonb, ${entry.locale},
          ${randomBytes(NONCE_BYTES)}, ${guest.mailbox}, ${guest.address}, ${guest.network}, ${made.key},
          ${made.hash}, 'confirm_entry', gen_random_uuid(), now(), now()
        FROM list WHERE NOT is_full AND ${openBy('mailbox_hash', guest.mailbox, ofMailbox)}
          AND ${openBy('address_hash', guest.address, caps.max_open_holds_per_address)}
          AND ${openBy('network_hash', guest.network, caps.max_open_holds_per_network)}
        RETURNING id
      )
      SELECT (SELECT id FROM made) AS id, is_full AS "full" FROM list`;
    const [row] = await deps.database.raw.$transaction(async (tx) => {
      // A statement of its own, so that the next one counts what was committed meanwhile.
      await tx.$queryRaw`
        SELECT FROM booking.lock_guests(${[`${venueId} ${guest.network}`]}::text[], ${[`${venueId} ${guest.mailbox}`]}::text[])`;
      return tx.$queryRaw<{ id: bigint | null; full: boolean }[]>`${insert}`;
    });
    if (row?.full) throw fail('waiting_list_full');
    if (!row?.id) return null;
    return (await findEntries(deps.database, Prisma.sql`w.id = ${row.id}`, 1))[0] ?? null;
  } catch (error) {
    // A duplicate of the request was faster.
    if (made.key !== null && isUniqueViolation(error)) throw fail('idempotency_in_progress');
    throw error;
  }
}

async function toResponse({ waitingUrl }: JoinDeps, row: Entry, facility: string): Promise<Joined> {
  const { day, slotId, people } = row;
  return {
    status: row.status as Joined['status'],
    facility,
    date: day,
    ...(slotId !== 0n && { slot_id: Number(slotId) }),
    people,
    leave_url: await waitingUrl(row),
  };
}
