import { NewPaymentAccount, NewRefund, PaymentAccount, PaymentDetail } from '@venue-booking/proto/payment';
import { toCents } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { describe, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, inForce, venueIdOf } from './adminWrites.ts';
import { adminProcedure, rest } from './restProcedure.ts';

const account = `${ofVenue}/payment-account` as const;
const ofBooking = `${ofVenue}/bookings/{id}` as const;
const oneBooking = z.object({ slug, id: z.int().min(1) });

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .describe('Any text of your own, once per intended refund: sending it again does not refund again'),
});

/** The admin API of money: a venue's account at its payment provider, what was paid, and giving it back. */
export function adminPaymentsApi(deps: AdminDeps) {
  const { catalog, booking, payment } = deps.backends;

  /** The venue of a booking. @throws `venue_not_found`, `booking_not_found` */
  const venueOf = async ({ slug, id }: { slug: string; id: number }): Promise<number> => {
    const venueId = await venueIdOf(catalog, slug);
    await booking.desk.show.query({ venueId, id });
    return venueId;
  };
  const paymentsOf = async (venueId: number, id: number) =>
    (await payment.list.query({ venueId, bookingIds: [id] }))[id] ?? [];

  return rest.router({
    getPaymentAccount: adminProcedure
      .meta(
        describe('GET', {
          path: account,
          operationId: 'getPaymentAccount',
          tag: 'payments',
          summary: 'Show the account at the payment provider, without its credentials',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(PaymentAccount)
      .query(async ({ input }) => payment.account.query({ venueId: await venueIdOf(catalog, input.slug) })),

    linkPaymentAccount: adminProcedure
      .meta(
        describe('PUT', {
          path: account,
          operationId: 'linkPaymentAccount',
          tag: 'payments',
          summary:
            'Link the account that guests pay to, after asking the provider whose it is; bookings made after this answer are paid there',
          errors: NOT_FOUND,
        }),
      )
      .input(NewPaymentAccount.extend({ slug }))
      .output(PaymentAccount)
      .mutation(async ({ ctx, input: { slug, ...given } }) => {
        const venueId = await venueIdOf(catalog, slug);
        const byOperator = ctx.caller.role === 'operator';
        return inForce(deps, payment.linkAccount.mutate({ venueId, account: given, byOperator }), [booking]);
      }),

    unlinkPaymentAccount: adminProcedure
      .meta(
        describe('DELETE', {
          path: account,
          operationId: 'unlinkPaymentAccount',
          tag: 'payments',
          summary:
            'Unlink it: bookings made after this answer are not paid online; what was paid can still be given back',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(PaymentAccount)
      .mutation(async ({ input }) => {
        const venueId = await venueIdOf(catalog, input.slug);
        return inForce(deps, payment.unlinkAccount.mutate({ venueId }), [booking]);
      }),

    listPayments: adminProcedure
      .meta({
        ...describe('GET', {
          path: `${ofBooking}/payments`,
          operationId: 'listPayments',
          tag: 'payments',
          summary: 'List the attempts at paying a booking, with their refunds, oldest first',
          errors: NOT_FOUND,
        }),
        unknownId: 'booking_not_found',
      })
      .input(oneBooking)
      .output(z.array(PaymentDetail))
      .query(async ({ input }) => paymentsOf(await venueOf(input), input.id)),

    refundBooking: adminProcedure
      .meta({
        ...describe('POST', {
          path: `${ofBooking}/refunds`,
          operationId: 'refundBooking',
          tag: 'payments',
          summary: 'Give money back; the booking stays. Cancelling one gives back all that is left by itself',
          status: 201,
          errors: { ...NOT_FOUND, 422: 'Invalid, or more than is left' },
          requestHeaders: idempotencyKey,
        }),
        unknownId: 'booking_not_found',
      })
      .input(NewRefund.extend(oneBooking.shape))
      .output(z.array(PaymentDetail))
      .mutation(async ({ ctx, input }) => {
        const { id, amount_eur } = input;
        return payment.refund.mutate({
          venueId: await venueOf(input),
          bookingId: id,
          actor: ctx.caller.name,
          ...(amount_eur !== undefined && { amountCents: toCents(amount_eur) }),
          ...(ctx.idempotencyKey !== undefined && { requestKey: ctx.idempotencyKey }),
        });
      }),
  });
}
