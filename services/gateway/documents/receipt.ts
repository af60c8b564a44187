import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { fail } from '@venue-booking/proto/failures';
import type { BookingReceipt } from '@venue-booking/proto/invoice/receipt';
import type { EntryMethod } from '@venue-booking/proto/payment/deskPayment';
import type { PaymentDetail } from '@venue-booking/proto/payment/payment';
import { type Locale, toCents } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { Backends } from '../backends/backends.ts';

/** How money moved: at the desk, or online through a provider. `isTest`: without real money. */
type Way = { method: EntryMethod } | { provider: string; isTest: boolean };

/**
 * Money that a guest paid, or got back (negative, in cents). `at`: ISO 8601, UTC. `kind`: a payment; a
 * refund, done or under way; or money that the guest's bank took back.
 */
export type Movement = {
  at: string;
  amountCents: number;
  kind: 'payment' | 'refund' | 'refundPending' | 'chargeback';
  way: Way;
};

/** Everything that a receipt says, for the thread that writes it. */
export type ReceiptDocument = Pick<BookingReceipt, 'booking' | 'openCents' | 'seller'> & {
  language: Locale;
  /** Moment of writing in the venue's local time, YYYY-MM-DDTHH:MM. */
  writtenAt: string;
  venue: Pick<VenueContact, 'name' | 'address'>;
  /** Oldest first, with `at` in the venue's local time. */
  movements: Movement[];
};

type Attempt = Pick<PaymentDetail, 'provider' | 'mode' | 'amount_eur' | 'created_at' | 'paid_at' | 'refunds'>;

/**
 * The movements of money of a booking, oldest first. Attempts that were not paid and refunds that failed are
 * left out: they moved none.
 */
export function movementsOf(
  payments: readonly Attempt[],
  deskMoney: BookingReceipt['deskMoney'],
): Movement[] {
  const online = payments.flatMap(({ provider, mode, amount_eur, paid_at, refunds }): Movement[] => {
    if (paid_at === null) return [];
    const way = { provider, isTest: mode === 'test' };
    return [
      { at: paid_at, amountCents: toCents(amount_eur), kind: 'payment', way },
      ...refunds
        .filter(({ status }) => status !== 'failed')
        .map(
          ({ created_at, amount_eur, status, taken_back }): Movement => ({
            at: created_at,
            amountCents: -toCents(amount_eur),
            kind: taken_back ? 'chargeback' : status === 'succeeded' ? 'refund' : 'refundPending',
            way,
          }),
        ),
    ];
  });
  const desk = deskMoney.map(
    ({ method, amountCents, at }): Movement => ({
      ...{ at, amountCents, way: { method } },
      kind: amountCents < 0 ? 'refund' : 'payment',
    }),
  );
  return [...online, ...desk].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * Completes a receipt with the venue and its online payments. Fails while the payment service is unavailable,
 * because a receipt without its payments would be wrong.
 * @throws `receipt_nothing` if nothing was paid
 */
export async function readReceipt(
  { payment, catalog }: Pick<Backends, 'payment' | 'catalog'>,
  { venueId, booking, locale, timezone, openCents, seller, deskMoney }: BookingReceipt,
  language: Locale = locale,
): Promise<ReceiptDocument> {
  const [payments, { name, address }] = await Promise.all([
    payment.list.query({ venueId, bookingIds: [booking.id] }),
    catalog.contact.query({ venueId }),
  ]);
  const movements = movementsOf(payments[booking.id] ?? [], deskMoney);
  if (movements.length === 0) throw fail('receipt_nothing');
  const local = (at: number) => localAt(timezone, at);
  return {
    ...{ booking, openCents, seller, language, venue: { name, address } },
    writtenAt: local(Date.now()),
    movements: movements.map((movement) => ({ ...movement, at: local(Date.parse(movement.at)) })),
  };
}
