import type { DeskPayment, NewDeskPayment } from '@venue-booking/proto/payment/deskPayment';
import { toCents } from '@venue-booking/proto/primitives';
import { dayStartOf } from '../backends/dayStartOf.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import { nextPage } from './bookingHandlers.ts';
import type { AdminHandlers } from './procedures.ts';

type DeskCalls = Pick<AdminHandlers<'payment'>, 'payAtDesk' | 'returnAtDesk' | 'undoDeskPayment'>;

/** Handlers of the money at a venue's desk. */
export function deskMoneyHandlers({
  backends: { catalog, booking },
}: AdminDeps): AdminHandlers<'till'> & DeskCalls {
  const atVenue = handlersAtVenue(catalog);

  const record = (kind: 'payment' | 'refund') =>
    atVenue<NewDeskPayment & { slug: string; id: number }, DeskPayment>(
      async ({ amount_eur, venueId, id, method, note = '' }, { caller, idempotencyKey }) =>
        booking.desk.recordPayment.mutate({
          ...{ venueId, id, kind, method, note, actor: caller.name },
          amountCents: toCents(amount_eur),
          dayStart: await dayStartOf(catalog, venueId),
          onlyOwed: caller.role === 'desk',
          ...(idempotencyKey !== undefined && { requestKey: idempotencyKey }),
        }),
    );

  return {
    payAtDesk: record('payment'),
    returnAtDesk: record('refund'),
    undoDeskPayment: atVenue(async ({ venueId, id, payment_id: paymentId, reason }, { caller }) =>
      booking.desk.undoPayment.mutate({
        ...{ venueId, id, paymentId, reason, actor: caller.name },
        dayStart: await dayStartOf(catalog, venueId),
        onlyOwn: caller.role === 'desk',
      }),
    ),

    showTill: atVenue(async (of) =>
      booking.desk.till.query({ ...of, dayStart: await dayStartOf(catalog, of.venueId) }),
    ),
    closeTill: atVenue(async ({ venueId, date, counted_eur, float_eur, note = '' }, { caller }) =>
      booking.desk.closeTill.mutate({
        ...{ venueId, date, note, actor: caller.name },
        countedCents: toCents(counted_eur),
        floatCents: toCents(float_eur),
        dayStart: await dayStartOf(catalog, venueId),
      }),
    ),
    async listTill({ slug, date, ...page }, { setHeader }) {
      const venueId = await venueIdOf(catalog, slug);
      const { entries, next } = await booking.desk.tillEntries.query({ venueId, date, ...page });
      if (next) setHeader('Link', nextPage(`${slug}/till/${date}/payments`, page, next));
      return entries;
    },
  };
}
