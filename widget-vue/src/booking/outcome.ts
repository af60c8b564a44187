import type { Ticket } from '../api/api.ts';
import type { Text } from '../texts/wording.ts';

/** A booking that was made, as shown to the guest. */
export type Outcome = Omit<Ticket, 'venue'> & { ticket_url: string };

/** How long after the return from payment an open payment may still be in progress, in ms. */
const SETTLING_MS = 10_000;

/** The address if it is a web page, else empty, so that an API response can't inject a script URL. */
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

/** Whether the booking is valid and its online payment has arrived. */
export const isPaid = (outcome: Outcome): boolean =>
  !isPending(outcome) && !isOver(outcome) && outcome.payment_status === 'paid';

/**
 * Whether the payment may have succeeded without being confirmed yet.
 * @param since ms since the guest returned from payment
 */
export const isSettling = ({ payment_status }: Outcome, since: number): boolean =>
  payment_status === 'paid' || (payment_status === 'open' && since < SETTLING_MS);

/** @param settling see {@link isSettling} */
export function outcomeHeading(outcome: Outcome, settling: boolean): Text {
  if (isOver(outcome)) return 'notBooked';
  if (!isPending(outcome)) return 'booked';
  return settling ? 'checkingPayment' : 'unpaid';
}
