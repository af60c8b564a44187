import { type DeadLetters, deadLetterRouter } from '@venue-booking/kit/events/deadLetters';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { Actor } from '@venue-booking/proto/adminBooking';
import { MAX_FIGURE_DAYS } from '@venue-booking/proto/figures';
import {
  NewPaymentAccount,
  PaymentOrder,
  PaymentTestQuery,
  SandboxOutcome,
} from '@venue-booking/proto/payment';
import { Locale, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { findAccount, linkAccount, unlinkAccount } from './accounts.ts';
import { listAttention, resolveAttention } from './attention.ts';
import type { PaymentDeps } from './deps.ts';
import { listPayments } from './listPayments.ts';
import { openCheckout } from './openCheckout.ts';
import { decideSandboxCheckout, showSandboxCheckout } from './providers/sandbox/page.ts';
import { receiveEvent, receiveWebhook } from './receiveWebhook.ts';
import { BookingRefund, refundBooking } from './refundBooking.ts';
import { returnFromCheckout } from './returnFromCheckout.ts';
import { sumMoney } from './sumMoney.ts';
import { showTest, testAccount } from './testAccount.ts';

const ofVenue = z.object({ venueId: VenueId });

/** What payment answers. */
export function paymentRouter(deps: PaymentDeps & { deadLetters: DeadLetters }) {
  const forGuest = { ...deps, urgent: true };
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),

    account: query(ofVenue, (input) => findAccount(deps, input.venueId)),
    /**
     * Answers the account, and the events that must be applied at booking before it is in force. Only the
     * operator changes fees.
     */
    linkAccount: mutation(
      ofVenue.extend({ account: NewPaymentAccount, byOperator: z.boolean() }),
      ({ venueId, account, byOperator }) => linkAccount(deps, venueId, account, { byOperator }),
    ),
    /** Asks the provider whether it still takes the credentials; in test mode, for a checkout to try. */
    testAccount: mutation(ofVenue.extend({ locale: Locale, returnUrl: z.url().max(2000) }), (input) =>
      testAccount(deps, input),
    ),
    /** What became of the checkout of a test. */
    showTest: query(ofVenue.extend({ key: PaymentTestQuery.shape.key }), (input) => showTest(deps, input)),
    unlinkAccount: mutation(ofVenue, (input) => unlinkAccount(deps, input.venueId)),

    /** Where a guest can pay: a checkout is made when there is none that can be paid. */
    openCheckout: mutation(PaymentOrder, (input) => openCheckout(forGuest, input)),
    /**
     * A guest comes back from the provider: asks it how the payment stands. Null for an address that is not
     * ours.
     */
    returnFromCheckout: mutation(z.object({ token: z.string().max(200) }), (input) =>
      returnFromCheckout(forGuest, input.token),
    ),

    /**
     * A hint from a provider: `token` from the address, `id` of what it is about. False for an address that
     * is not ours.
     */
    receiveWebhook: mutation(z.object({ token: z.string().max(200), id: z.string().max(200) }), (input) =>
      receiveWebhook(deps, input),
    ),
    /** An event of a provider's as it came, with what signs it. False for one that it did not sign. */
    receiveEvent: mutation(
      z.object({
        provider: z.string().max(100),
        body: z.string(),
        headers: z.record(z.string().max(100), z.string().max(2000)),
      }),
      (input) => receiveEvent(deps, input),
    ),

    /** The attempts at paying each of these bookings, by booking number, oldest first. */
    list: query(ofVenue.extend({ bookingIds: z.array(z.int()).max(500) }), (input) =>
      listPayments(deps, input),
    ),
    /** Gives back money of a booking; answers its payments. */
    refund: mutation(BookingRefund, (input) => refundBooking(deps, input)),

    /** What came in and went back between each two limits, ms since 1970. */
    sumMoney: query(
      ofVenue.extend({
        limits: z
          .array(z.int())
          .min(2)
          .max(MAX_FIGURE_DAYS + 2),
      }),
      (input) => sumMoney(deps, input),
    ),

    /** How much needs a person. */
    countAttention: query(ofVenue, (input) =>
      deps.database.attention.count({ where: { ...input, resolvedAt: null } }),
    ),
    /** What needs a person, newest first; what was resolved only when asked for. */
    listAttention: query(ofVenue.extend({ resolved: z.boolean() }), (input) => listAttention(deps, input)),
    resolveAttention: mutation(ofVenue.extend({ id: z.uuid(), actor: Actor }), (input) =>
      resolveAttention(deps, input),
    ),
    deadLetters: deadLetterRouter(deps.deadLetters),

    /** A checkout of the sandbox, or null. */
    sandboxCheckout: query(z.object({ id: z.string().max(100) }), (input) =>
      showSandboxCheckout(deps, input.id),
    ),
    /**
     * What the guest chose on the sandbox's page; answers the checkout, or null for none. One that is over
     * stays as it is.
     */
    decideSandboxCheckout: mutation(z.object({ id: z.string().max(100), outcome: SandboxOutcome }), (input) =>
      decideSandboxCheckout(deps, input),
    ),
  });
}

export type PaymentRouter = ReturnType<typeof paymentRouter>;
