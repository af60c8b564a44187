import { findBookings } from '../../services/booking/core/bookingStore.ts';
import type { Booking } from '../../services/booking/gen/prisma/client.ts';
import type { Back, Paid, Tab } from './tab.ts';
import type { MoneyWorld } from './world.ts';

type Further = {
  id: string;
  booking: number;
  method: string;
  amount: number;
  back: number;
  refunding: number;
  status: 'open' | 'paid' | 'closed';
  note: string;
};
type Document = { booking: number; kind: 'invoice' | 'credit_note'; total: number; price: number };
type Refund = {
  attempt: string;
  cents: number;
  status: 'requested' | 'pending' | 'succeeded' | 'failed';
  actor: string;
  providerId: string | null;
  fee: number;
  outcome: 'returned' | 'owed' | 'not_returned';
};
type Attempt = {
  id: string;
  payment: string;
  booking: number;
  purpose: string;
  paidBy: string | null;
  remoteId: string | null;
  cents: number;
  fee: number;
  captured: number;
  refunded: number;
};

/** What both databases know about the bookings of a venue. */
export type Snapshot = {
  rows: Map<number, Booking>;
  further: Further[];
  documents: Document[];
  /** Attempts with their refunds, in the order in which they were captured. */
  attempts: (Attempt & { refunds: Refund[] })[];
  /** Work that is still to do: at rest there is none. */
  due: string[];
};

type BookingSide = { further: Further[]; documents: Document[]; due: string[] };
type PaymentSide = { attempts: Attempt[]; refunds: Refund[]; due: string[] };

export async function readSnapshot(world: MoneyWorld, venueId: number, ids: number[]): Promise<Snapshot> {
  const [rows, [booking], [payment]] = await Promise.all([
    findBookings(world.database, { venueId, ids }),
    world.database.$queryRaw<{ it: BookingSide }[]>`
      SELECT json_build_object(
        'further', (SELECT coalesce(json_agg(json_build_object('id', id, 'booking', booking_id, 'method', method, 'amount', amount_cents,
            'back', back_cents, 'refunding', refunding_cents, 'status', status, 'note', note) ORDER BY paid_at, id), '[]')
          FROM booking.further_payment WHERE booking_id = ANY(${ids}::bigint[])),
        'documents', (SELECT coalesce(json_agg(json_build_object('booking', booking_id, 'kind', kind, 'total', total_cents,
            'price', price_cents) ORDER BY year, seq), '[]')
          FROM booking.invoice WHERE booking_id = ANY(${ids}::bigint[])),
        'due', (SELECT coalesce(json_agg(what), '[]') FROM (
          SELECT 'a credit note' AS what FROM booking.invoice_due WHERE venue_id = ${venueId}
          UNION ALL SELECT 'a late payment' FROM booking.booking WHERE id = ANY(${ids}::bigint[]) AND late_uid IS NOT NULL
          UNION ALL SELECT subject FROM booking.dead_letter) due)) AS it`,
    world.payments.database.$queryRaw<{ it: PaymentSide }[]>`
      SELECT json_build_object(
        'attempts', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'payment', p.id, 'booking', p.booking_id, 'purpose', p.purpose,
            'paidBy', p.paid_by, 'remoteId', a.provider_id, 'cents', a.amount_cents, 'fee', a.fee_cents, 'captured', a.captured_cents,
            'refunded', a.refunded_cents) ORDER BY a.paid_at, a.id), '[]')
          FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id WHERE a.venue_id = ${venueId}),
        'refunds', (SELECT coalesce(json_agg(json_build_object('attempt', attempt_id, 'cents', amount_cents, 'status', status, 'actor', actor,
            'providerId', provider_id, 'fee', fee_cents, 'outcome', fee_outcome) ORDER BY created_at, id), '[]')
          FROM payment.refund WHERE venue_id = ${venueId}),
        'due', (SELECT coalesce(json_agg(what), '[]') FROM (
          SELECT 'a refund' AS what FROM payment.refund WHERE venue_id = ${venueId} AND status = 'requested'
          UNION ALL SELECT 'a statement' FROM payment.attempt WHERE venue_id = ${venueId} AND refresh_wanted
          UNION ALL SELECT subject FROM payment.dead_letter) due)) AS it`,
  ]);
  if (!booking || !payment) throw new Error('no snapshot');
  const { attempts, refunds } = payment.it;
  return {
    rows: new Map(rows.map((row) => [Number(row.id), row])),
    further: booking.it.further,
    documents: booking.it.documents,
    attempts: attempts.map((one) => ({
      ...one,
      refunds: refunds.filter(({ attempt }) => attempt === one.id),
    })),
    due: [...booking.it.due, ...payment.it.due],
  };
}

/** The payments of a booking as the tables have them. */
export const paidIn = ({ attempts }: Snapshot, booking: number): Paid[] =>
  attempts
    .filter((one) => one.booking === booking && one.captured > 0)
    .map((one) => ({
      ...{ paymentId: one.payment, attemptId: one.id, remoteId: one.remoteId ?? '' },
      ...{ isFirst: one.purpose === 'booking', isExtra: one.paidBy !== one.id },
      ...{ cents: one.captured, fee: one.fee, backs: one.refunds.map(toBack) },
    }));

function toBack({ cents, status, actor, providerId, fee, outcome }: Refund): Back {
  const by = actor === 'bank' || actor === 'provider' ? actor : 'us';
  const state = status === 'requested' ? 'due' : status === 'failed' ? 'failed' : 'made';
  const kept = outcome === 'not_returned' ? 'notReturned' : outcome;
  return { cents, by, state, wasMade: providerId !== null, share: fee, outcome: kept };
}

/**
 * Takes over what the tables say, after steps that raced with each other: several outcomes are right
 * then. The desk's entries stay the model's own.
 */
export function adopt(tab: Tab, snapshot: Snapshot, id: number): void {
  const row = snapshot.rows.get(id);
  if (!row) throw new Error(`booking ${id} is missing`);
  const own = snapshot.further.filter(({ booking, method }) => booking === id && method === 'online');
  const link = own.find(({ status }) => status === 'open');
  const last = snapshot.documents.findLast(({ booking }) => booking === id);
  const isPaid = row.paymentStatus === 'paid' || row.paymentStatus === 'refunded';
  Object.assign(tab, {
    ...{ price: Number(row.amountCents), status: row.status, paid: paidIn(snapshot, id) },
    counts: isPaid ? Number(row.paidCents ?? row.amountCents) : null,
    learned: own.filter(({ status }) => status === 'paid').map((one) => one.id),
    ...{ kept: Number(row.keptCents ?? 0), deskKept: Number(row.deskKeptCents ?? 0) },
    chargedLater: Number(row.laterChargedBackCents),
    link: link ? { id: link.id, cents: link.amount } : null,
    invoiced: last ? { cents: Number(row.invoicedCents), price: last.price } : null,
  });
}
