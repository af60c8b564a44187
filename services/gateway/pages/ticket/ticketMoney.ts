import { withDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { toCents, toEuro } from '@venue-booking/proto/primitives';
import type { Backends } from '../../backends/backends.ts';

/** Online payments of a booking in euro. `refundedEur` includes refunds that are under way. */
export type TicketMoney = { paidEur: number; refundedEur: number };

/** Maximum wait for payments: a ticket shown at the door must load quickly. */
const BUDGET_MS = 1500;

/** Null when nothing was paid online, or while the payment service is unavailable. */
export async function findTicketMoney(
  payment: Backends['payment'],
  { venueId, booking: { id }, paymentStatus, heldCents = 0 }: Ticket,
): Promise<TicketMoney | null> {
  // A booking of the desk may have been paid by a link.
  if (paymentStatus === null ? heldCents === 0 : paymentStatus !== 'paid' && paymentStatus !== 'refunded')
    return null;
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
/** The refund in euro when a guest cancels. @param keptCents what the venue keeps */
export function refundOf({ paidEur, refundedEur }: TicketMoney, of: Held, keptCents = 0): number {
  const paidCents = toCents(paidEur - refundedEur);
  // The payment service may not include the refund of a recent change yet.
  const leftCents = of.refundFailed ? paidCents : Math.min(paidCents, of.heldCents ?? paidCents);
  return toEuro(Math.max(0, leftCents - keptCents));
}
