import { CAP_DEFAULTS, type CapName } from '@venue-booking/proto/caps';
import { type GuestAttention, MOST_LISTED } from '@venue-booking/proto/guestAttention';
import { v5 as namedUuid } from 'uuid';
import { findTerms } from '../core/termsStore.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/** Of each kind: the column that they are counted by, and which caps. */
const KINDS = [
  { kind: 'guest_at_cap', who: 'One guest', column: 'mailbox_hash', per: 'email' },
  { kind: 'address_at_cap', who: 'One internet connection', column: 'address_hash', per: 'address' },
  { kind: 'network_at_cap', who: 'One network', column: 'network_hash', per: 'network' },
] as const;
/** Makes the ids, so that an entry keeps its own for as long as it stands. */
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
 * Who holds as much of a venue as its caps allow or, where it has none, as they do by default: who was
 * refused more is among them. They are looked up when asked for, so an entry goes with its bookings.
 */
export async function listAtCap(database: BookingDatabase, venueId: number): Promise<GuestAttention[]> {
  const terms = await findTerms(database, { venueId, facilityId: 0, guest: null });
  const mostOf = (name: CapName) => terms?.venue.caps[name] ?? CAP_DEFAULTS[name];
  const lists = await Promise.all(
    KINDS.map(async ({ kind, who, column, per }) => {
      const by = Prisma.raw(column);
      const rows = await database.$queryRaw<Row[]>`
        SELECT ${by} AS hash, holds, coming, guests, emails[1:${MOST_LISTED}] AS emails, id, newest FROM (
          SELECT ${by}, count(*) FILTER (WHERE status = 'pending_payment')::integer AS holds,
            count(*) FILTER (WHERE status = 'confirmed')::integer AS coming,
            count(DISTINCT mailbox_hash)::integer AS guests, array_agg(DISTINCT customer_email) AS emails,
            max(id) AS id, max(created_at) AS newest
          FROM booking.booking
          WHERE venue_id = ${venueId} AND mailbox_hash IS NOT NULL AND status IN ('pending_payment', 'confirmed')
            AND (status = 'pending_payment' OR ((payment_id IS NULL OR paid_cents = 0) AND starts_at > now()))
          GROUP BY ${by}) AS counted
        WHERE holds >= ${mostOf(`max_open_holds_per_${per}`)} OR coming >= ${mostOf(`max_coming_bookings_per_${per}`)}
        ORDER BY holds + coming DESC LIMIT ${MOST_LISTED}`;
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
