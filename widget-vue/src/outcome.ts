import type { Ticket } from './api.ts';
import type { Text } from './wording.ts';

/** What a guest sees of a booking that was made. */
export type Outcome = Omit<Ticket, 'venue'> & { ticket_url: string };

/** For how long after the return from payment an open one is thought to be still on its way, in ms. */
const SETTLING_MS = 10_000;

/** An answer's links lead to web pages, or nowhere: no script is brought along. */
export const webPage = (address = ''): string => (/^https?:/i.test(address) ? address : '');

export const outcomeOf = (
  booking: Omit<Outcome, 'checkout_url'> & { checkout_url?: string | undefined },
): Outcome => ({
  ...booking,
  ticket_url: webPage(booking.ticket_url),
  checkout_url: webPage(booking.checkout_url),
});

export const isPending = ({ status }: Outcome): boolean => status === 'pending_payment';
export const isOver = ({ status }: Outcome): boolean => status === 'expired' || status === 'cancelled';

/**
 * True while the payment may have been made without being known yet.
 * @param since ms since the guest came back from paying
 */
export const isSettling = ({ payment_status }: Outcome, since: number): boolean =>
  payment_status === 'paid' || (payment_status === 'open' && since < SETTLING_MS);

/** @param settling whether the payment is still being looked for */
export function outcomeHeading(outcome: Outcome, settling: boolean): Text {
  if (isOver(outcome)) return 'notBooked';
  if (!isPending(outcome)) return 'booked';
  return settling ? 'checkingPayment' : 'unpaid';
}
