import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sortedJson } from '@venue-booking/domain/sortedJson';
import { batchCallsWith } from '@venue-booking/kit/concurrency/batchCalls';
import { callDeadline } from '@venue-booking/kit/concurrency/callContext';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { ManualBooking } from '@venue-booking/proto/booking/adminBooking';
import type { BookingRequest } from '@venue-booking/proto/booking/booking';
import { IDEMPOTENCY_HOURS } from '@venue-booking/proto/booking/idempotencyKey';
import type { NewSeries } from '@venue-booking/proto/booking/series';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { findBooking } from './bookingStore.ts';
import { type FoundTerms, selectTerms, type TermsRequest, type TermsRow, toTerms } from './termsStore.ts';

/**
 * `Idempotency-Key`: a repeated request gets the booking that the first one made. Keys are kept for 24 hours.
 * Failures are not stored, so a client may retry with the same key.
 */

const DESK = 'desk ';

/**
 * Separates the keys of the desk from those of guests, whatever a guest's key begins with. Otherwise a guest
 * who can guess the desk's keys could claim them first.
 */
export const deskKey = (key: string): string => `${DESK}${key}`;
export const guestKey = (key: string): string => (key.startsWith(DESK) ? `guest ${key}` : key);

/** Longer than any request takes. After this, the key of a crashed request can be claimed again. */
const LEASE_SECONDS = 30;
/** How long a duplicate waits for the request in progress. */
const WAIT_MS = 5000;

type Body = BookingRequest | ManualBooking | NewSeries;

/**
 * Makes a booking under `owner`, at most once per key; a repeated key gets the booking made before. With a
 * key, `make` receives the terms that `termsRequest` selects.
 * @throws the failures of {@link claimKey}
 */
export async function oncePerKey<T>(
  database: BookingDatabase,
  {
    key,
    owner,
    body,
    termsRequest,
  }: { key: string | null; owner: string; body: Body; termsRequest: TermsRequest },
  {
    make,
    replay,
  }: { make: (terms?: FoundTerms | null) => Promise<T>; replay: (made: Booking) => T | Promise<T> },
): Promise<T> {
  if (key === null) return make();
  const { venueId } = termsRequest;
  const { bookingUid, terms } = await claimKey(database, key, { owner, body, termsRequest });
  if (bookingUid) {
    const made = await findBooking(database, { venueId, uid: bookingUid });
    if (!made) throw fail('idempotency_in_progress');
    return replay(made);
  }
  try {
    return await make(terms);
  } catch (error) {
    await releaseKey(database, { venueId, key, owner }).catch(() => {}); // on an error the lease expires instead
    throw error;
  }
}

/**
 * Claims a venue's key for the request that works under `owner`. Returns the uid of the booking made with
 * this key before, or null and the terms if this request now owns the key.
 * @throws `idempotency_mismatch` for another body, `idempotency_in_progress` while a duplicate is in progress
 */
export async function claimKey(
  database: BookingDatabase,
  key: string,
  { owner, body, termsRequest }: { owner: string; body: Body; termsRequest: TermsRequest },
): Promise<{ bookingUid: string | null; terms: FoundTerms | null }> {
  const { venueId } = termsRequest;
  const hash = createHash('sha256').update(sortedJson(body)).digest('base64url');
  const waitUntil = Math.min(Date.now() + WAIT_MS, callDeadline() - 500);
  for (;;) {
    const { claimed, terms } = await claim(database, { venueId, key, hash, owner, termsRequest });
    if (claimed) return { bookingUid: null, terms };
    const [other] = await database.$queryRaw<{ bodyHash: string; bookingUid: string | null }[]>`
      SELECT body_hash AS "bodyHash", booking_uid::text AS "bookingUid" FROM booking.idempotency_key
      WHERE (venue_id, key) = (${venueId}, ${key})`;
    if (other && other.bodyHash !== hash) throw fail('idempotency_mismatch');
    if (other?.bookingUid) return { bookingUid: other.bookingUid, terms };
    if (Date.now() > waitUntil) throw fail('idempotency_in_progress');
    await sleep(50);
  }
}

/** A venue's key and the request that owns it. */
type Owned = { venueId: number; key: string; owner: string };
type Claim = Owned & { hash: string; termsRequest: TermsRequest };

/**
 * Claims keys that are new, older than a day, or whose request crashed, and selects the terms for each. The
 * rows are locked in one order, so that concurrent batches cannot deadlock.
 */
const claim = batchCallsWith(
  async (database: BookingDatabase, claims: Claim[]) => {
    const owners = claims.map(({ owner }) => owner);
    const rows = await retryConflicts(
      () => database.$queryRaw<{ claimed: boolean; terms: TermsRow | null }[]>`
        WITH claimed AS (
          INSERT INTO booking.idempotency_key AS k (venue_id, key, body_hash, owner, leased_until)
          SELECT venue_id, key, hash, owner, now() + ${LEASE_SECONDS} * interval '1 second'
          FROM unnest(${claims.map(({ venueId }) => venueId)}::integer[], ${claims.map(({ key }) => key)}::text[],
            ${claims.map(({ hash }) => hash)}::text[], ${owners}::uuid[]) AS c(venue_id, key, hash, owner)
          ORDER BY venue_id, key
          ON CONFLICT (venue_id, key) DO UPDATE
            SET (body_hash, owner, leased_until, booking_uid, created_at) =
                (excluded.body_hash, excluded.owner, excluded.leased_until, NULL, now())
            WHERE (k.booking_uid IS NULL AND k.leased_until < now())
               OR k.created_at < now() - ${IDEMPOTENCY_HOURS} * interval '1 hour'
          RETURNING owner
        )
        SELECT claimed.owner IS NOT NULL AS claimed, row_to_json(t) AS terms
        FROM unnest(${owners}::uuid[]) WITH ORDINALITY AS c(owner, n)
        LEFT JOIN claimed ON claimed.owner = c.owner
        LEFT JOIN (${selectTerms(claims.map(({ termsRequest }) => termsRequest))}) t ON t.n = c.n
        ORDER BY c.n`,
    );
    return rows.map(({ claimed, terms }) => ({ claimed, terms: terms && toTerms(terms) }));
  },
  { keysOf: ({ venueId, key }) => [`${venueId} ${key}`] },
);

/** Deletes a claim after a failure. */
export const releaseKey = batchCallsWith(
  async (database: BookingDatabase, keys: Owned[]): Promise<undefined> => {
    await retryConflicts(
      () => database.$executeRaw`
        DELETE FROM booking.idempotency_key k
        USING unnest(${keys.map(({ venueId }) => venueId)}::integer[], ${keys.map(({ key }) => key)}::text[],
          ${keys.map(({ owner }) => owner)}::uuid[]) AS a(venue_id, key, owner)
        WHERE (k.venue_id, k.key, k.owner) = (a.venue_id, a.key, a.owner) AND k.booking_uid IS NULL`,
    );
  },
);
