import type { BookingLine } from '@venue-booking/proto/transfer/bookingLine';
import { HELD_CENTS, KEPT_CENTS, LATER_CENTS } from '../core/keptMoney.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { isExpired } from '../links/bookingLinks.ts';

/** Rows per page; each may have a long history. */
const PAGE = 200;

type Row = {
  id: bigint;
  venueId: number;
  nonce: Uint8Array | null;
  createdAt: Date;
  endsAt: Date;
  line: Omit<BookingLine, 'tickets'>;
  tickets: string[] | null;
};

/**
 * A page of a venue's bookings by id, in the format of the archive, without those whose payment is under way.
 * @param after the id of the last one that was read
 */
export async function exportBookings(
  { database, ticketHashes }: { database: BookingDatabase } & Pick<BookingLinks, 'ticketHashes'>,
  { venueId, after }: { venueId: number; after: number },
): Promise<{ lines: BookingLine[]; next: number | null }> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT b.id, b.venue_id AS "venueId", b.nonce, b.created_at AS "createdAt", b.ends_at AS "endsAt",
      (SELECT array_agg(i.hash) FROM booking.imported_ticket i WHERE i.booking_id = b.id AND i.venue_id = b.venue_id) AS tickets,
      jsonb_build_object('id', b.id, 'reference', b.reference, 'facility_id', b.facility_id, 'facility_name', b.facility_name,
        'timezone', b.timezone, 'starts_at', b.starts_at, 'ends_at', b.ends_at, 'people', b.people, 'guests', b.guests,
        'add_ons', b.add_ons, 'amount_cents', b.amount_cents, 'price_lines', b.price_lines, 'vat', b.vat, 'status', b.status,
        'customer_name', b.customer_name, 'customer_email', b.customer_email, 'extra', b.extra, 'locale', b.locale,
        'client_reference', b.client_reference, 'created_at', b.created_at, 'source', b.source, 'note', b.note,
        'erased_at', b.erased_at, 'refund_tiers', b.refund_tiers, 'free_change_until', b.free_change_until,
        'agreed_at', b.agreed_at, 'arrived', b.arrived, 'rest_absent', b.rest_absent, 'private_places', b.private_places,
        'series_id', b.series_id, 'series_place', b.series_place,
        'online_cents', greatest(0, CASE WHEN b.payment_status = 'paid' THEN greatest(${HELD_CENTS}, 0) ELSE 0 END + ${LATER_CENTS}),
        'kept_cents', CASE WHEN b.status = 'cancelled' THEN
          nullif(greatest(0, coalesce(${KEPT_CENTS}, 0) + coalesce(b.desk_kept_cents, 0)), 0) END,
        'invoiced_cents', b.invoiced_cents,
        'money', coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'method', p.method, 'purpose', p.purpose,
            'amount_cents', p.amount_cents, 'undoes', p.undoes, 'note', p.note, 'actor', p.actor, 'till_day', p.till_day,
            'created_at', p.created_at, 'paid_at', p.paid_at) ORDER BY p.created_at, p.id)
          FROM booking.further_payment p WHERE p.venue_id = b.venue_id AND p.booking_id = b.id AND p.method <> 'online'), '[]'),
        'invoices', coalesce((SELECT jsonb_agg(jsonb_build_object('year', v.year, 'seq', v.seq, 'number', v.number, 'kind', v.kind,
            'corrects', v.corrects, 'issued_at', v.issued_at, 'actor', v.actor, 'price_cents', v.price_cents,
            'total_cents', v.total_cents, 'document', v.document) ORDER BY v.year, v.seq)
          FROM booking.invoice v WHERE v.venue_id = b.venue_id AND v.booking_id = b.id), '[]'),
        'history', coalesce((SELECT jsonb_agg(jsonb_build_object('at', h.at, 'actor', h.actor, 'action', h.action, 'note', h.note,
            'changes', h.changes) ORDER BY h.seq)
          FROM (SELECT * FROM booking.history h WHERE h.venue_id = b.venue_id AND h.booking_id = b.id
            ORDER BY h.seq DESC LIMIT 2000) h), '[]')) AS line
    FROM booking.booking b
    WHERE b.venue_id = ${venueId} AND b.id > ${after} AND b.status <> 'pending_payment'
    ORDER BY b.id LIMIT ${PAGE}`;
  const now = Date.now();
  const lines = await Promise.all(
    rows.map(async ({ line, tickets, ...row }) => {
      const isOpen = line.status !== 'expired' && !isExpired(row, now);
      const own = isOpen ? await ticketHashes(row) : [];
      return { ...line, tickets: [...own, ...(isOpen ? (tickets ?? []) : [])].slice(0, 20) };
    }),
  );
  return { lines, next: rows.length < PAGE ? null : Number(rows.at(-1)?.id) };
}

/** Counts of what the archive leaves out, and of all bookings. */
export async function countLeftOut(
  database: BookingDatabase,
  venueId: number,
): Promise<Record<string, number>> {
  const [row] = await database.$queryRaw<Record<string, bigint>[]>`
    SELECT (SELECT count(*) FROM booking.booking WHERE venue_id = ${venueId} AND status = 'pending_payment') AS unpaid,
      (SELECT count(*) FROM booking.booking WHERE venue_id = ${venueId}) AS bookings,
      (SELECT count(*) FROM booking.waiting WHERE venue_id = ${venueId} AND ended_at IS NULL) AS waiting,
      (SELECT count(*) FROM booking.webhook WHERE venue_id = ${venueId}) AS webhooks,
      (SELECT count(*) FROM booking.guest_note WHERE venue_id = ${venueId}) AS notes,
      (SELECT count(*) FROM booking.till WHERE venue_id = ${venueId}) AS tills`;
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]));
}
