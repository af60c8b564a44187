import { withDeadline } from '@venue-booking/kit/messaging/callContext';
import type { Ticket } from '@venue-booking/proto/booking';
import { toCents, toEuro } from '@venue-booking/proto/primitives';
import type { Backends } from '../../backends.ts';

/** What was paid online for a booking, in euro, and what of it was given back or is about to be. */
export type TicketMoney = { paidEur: number; refundedEur: number };

/** Whoever shows a ticket at a door does not wait longer than this to see what was paid. */
const BUDGET_MS = 1500;

/** Null where nothing was paid online, and while that can't be looked up: a ticket is shown all the same. */
export async function findTicketMoney(
  payment: Backends['payment'],
  { venueId, booking: { id }, paymentStatus }: Ticket,
): Promise<TicketMoney | null> {
  if (paymentStatus !== 'paid' && paymentStatus !== 'refunded') return null;
  try {
    const payments = await withDeadline(BUDGET_MS, () => payment.list.query({ venueId, bookingIds: [id] }));
    const paid = (payments[id] ?? []).filter(({ paid_at }) => paid_at !== null);
    if (paid.length === 0) return null;
    const sum = (of: 'amount_eur' | 'refunded_eur') =>
      toEuro(paid.reduce((cents, attempt) => cents + toCents(attempt[of]), 0));
    return { paidEur: sum('amount_eur'), refundedEur: sum('refunded_eur') };
  } catch {
    return null;
  }
}

type Held = Pick<Ticket, 'heldCents' | 'refundFailed'>;
/** What a guest gets back who cancels, in euro. @param keptCents what the venue keeps of what was paid */
export function leftOf({ paidEur, refundedEur }: TicketMoney, of: Held, keptCents = 0): number {
  const paidCents = toCents(paidEur - refundedEur);
  // What a change has just given back, payments may not tell yet.
  const leftCents = of.refundFailed ? paidCents : Math.min(paidCents, of.heldCents ?? paidCents);
  return toEuro(Math.max(0, leftCents - keptCents));
}
