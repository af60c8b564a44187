import { type GuestAttention, MAX_LISTED } from '@venue-booking/proto/reports/guestAttention';
import { v5 as namedUuid } from 'uuid';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { shareLimits } from '../limits/fairShare.ts';
import type { OfferAt } from '../limits/venueOffers.ts';

/** For each kind, the counted column and the caps that it is compared with. */
const KINDS = [
  {
    kind: 'guest_at_cap',
    who: 'One guest',
    column: 'mailbox_hash',
    per: 'email',
    // As in booking.guest_held: a mailbox counts bookings that its owner opened or paid.
    only: Prisma.sql`(mailbox_opened OR (status = 'confirmed' AND payment_id IS NOT NULL))`,
  },
  {
    kind: 'address_at_cap',
    who: 'One internet connection',
    column: 'address_hash',
    per: 'address',
    only: Prisma.sql`true`,
  },
  {
    kind: 'network_at_cap',
    who: 'One network',
    column: 'network_hash',
    per: 'network',
    only: Prisma.sql`true`,
  },
] as const;
/** Guests with more places than this work allows are listed: three times the share without work. */
const NOTABLE_WORK = 2;
/** Namespace of the ids, so that an entry keeps its id. */
const NAMESPACE = '7b9de0c6-2a6e-4f0b-9b53-0d1c1f3f6a47';

type Row = {
  hash: string;
  holds: number;
  coming: number;
  guests: number;
  emails: string[];
  id: bigint;
  newest: Date;
};

/**
 * Guests who have reached the venue's caps or hold a large share of its places. Computed on request, so an
 * entry disappears with its bookings.
 */
export async function listAtCap(
  { database, offerAt }: { database: BookingDatabase; offerAt: OfferAt },
  venueId: number,
): Promise<GuestAttention[]> {
  const terms = await findTerms(database, { venueId, facilityId: 0, guest: null });
  const offer = await offerAt(venueId, Date.now());
  const shares = offer ? shareLimits(NOTABLE_WORK, offer) : {};
  const lists = await Promise.all(
    KINDS.map(async ({ kind, who, column, per, only }) => {
      const by = Prisma.raw(column);
      const caps = terms?.venue.caps;
      const rows = await database.$queryRaw<Row[]>`
        SELECT ${by} AS hash, holds, coming, guests, emails[1:${MAX_LISTED}] AS emails, id, newest FROM (
          SELECT ${by}, count(*) FILTER (WHERE status = 'pending_payment')::integer AS holds,
            count(*) FILTER (WHERE status = 'confirmed')::integer AS coming,
            sum(coalesce(private_places, people))::integer AS places,
            count(DISTINCT mailbox_hash)::integer AS guests, array_agg(DISTINCT customer_email) AS emails,
            max(id) AS id, max(created_at) AS newest
          FROM booking.booking
          WHERE venue_id = ${venueId} AND mailbox_hash IS NOT NULL AND ${only} AND status IN ('pending_payment', 'confirmed')
            AND (status = 'pending_payment' OR ((payment_id IS NULL OR paid_cents = 0) AND starts_at > now()))
          GROUP BY ${by}) AS counted
        WHERE holds >= ${caps?.[`max_open_holds_per_${per}`] ?? null}::integer
          OR coming >= ${caps?.[`max_coming_bookings_per_${per}`] ?? null}::integer
          OR places > ${shares[`places_horizon_per_${per}`] ?? null}::integer
        ORDER BY holds + coming DESC LIMIT ${MAX_LISTED}`;
      return rows.map(
        ({ hash, holds, coming, guests, emails, id, newest }): GuestAttention => ({
          id: namedUuid(`${venueId} ${kind} ${hash}`, NAMESPACE),
          kind,
          booking_id: Number(id),
          emails,
          detail: `${who} has ${coming} free bookings to come and ${holds} unpaid ones, by ${guests} e-mail address${guests === 1 ? '' : 'es'}`,
          created_at: newest.toISOString(),
        }),
      );
    }),
  );
  return lists.flat();
}
