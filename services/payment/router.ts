import { type DeadLetters, deadLetterRouter } from '@venue-booking/kit/events/deadLetters';
import { createReadBulkhead, largeReadQueries } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import {
  CallbackQuery,
  ConnectChoice,
  ConnectOptions,
  ConnectVisit,
} from '@venue-booking/proto/payment/connection';
import {
  NewPaymentAccount,
  PaymentOrder,
  PaymentTestQuery,
  SandboxOutcome,
} from '@venue-booking/proto/payment/payment';
import { Locale, VenueId } from '@venue-booking/proto/primitives';
import { MAX_FIGURE_DAYS, MoneyQuery } from '@venue-booking/proto/reports/figures';
import { z } from 'zod';
import { findAccount, linkAccount, unlinkAccount } from './accounts/accounts.ts';
import { showTest, testAccount } from './accounts/testAccount.ts';
import { openCheckout } from './checkout/openCheckout.ts';
import { returnFromCheckout } from './checkout/returnFromCheckout.ts';
import { receiveAccountEvent } from './connect/accountEvents.ts';
import { cancelConnection, checkConnection, chooseAccount, showConnection } from './connect/connections.ts';
import { finishVisit, startVisit, takeVisit } from './connect/connectVisits.ts';
import type { PaymentDeps } from './deps.ts';
import { countAttention, listAttention, resolveAttention } from './payments/attention.ts';
import { listPayments } from './payments/listPayments.ts';
import { purgeVenue } from './payments/purgeVenue.ts';
import { venueObstacles } from './payments/venueObstacles.ts';
import { decideSandboxCheckout, showSandboxCheckout } from './providers/sandbox/page.ts';
import { receiveEvent, receiveWebhook } from './reconcile/receiveWebhook.ts';
import { BookingRefund, refundBooking } from './refunds/refundBooking.ts';
import { feeRouter } from './reports/feeRouter.ts';
import { listMoney } from './reports/listMoney.ts';
import { sumMoney } from './reports/sumMoney.ts';

const ofVenue = z.object({ venueId: VenueId });
/** The kinds of items that the caller knows. Absent from a gateway of the previous release. */
const knownKinds = { knows: z.array(z.string()).optional() };

/** The RPC router of the payment service. */
export function paymentRouter(deps: PaymentDeps & { deadLetters: DeadLetters }) {
  const forGuest = { ...deps, urgent: true };
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    obstacles: query(ofVenue, ({ venueId }) => venueObstacles(deps, venueId)),
    purgeVenue: mutation(ofVenue, ({ venueId }) => purgeVenue(deps, venueId)),

    account: query(ofVenue, (input) => findAccount(deps, input.venueId)),
    linkAccount: mutation(
      ofVenue.extend({ account: NewPaymentAccount, byOperator: z.boolean() }),
      ({ venueId, account, byOperator }) => linkAccount(deps, venueId, account, { byOperator }),
    ),
    testAccount: mutation(ofVenue.extend({ locale: Locale, returnUrl: z.url().max(2000) }), (input) =>
      testAccount(deps, input),
    ),
    showTest: query(ofVenue.extend({ key: PaymentTestQuery.shape.key }), (input) => showTest(deps, input)),
    unlinkAccount: mutation(ofVenue, (input) => unlinkAccount(deps, input.venueId)),

    connect: t.router({
      start: mutation(ConnectVisit.extend({ venueName: z.string(), options: ConnectOptions }), (input) =>
        startVisit(deps, input),
      ),
      take: mutation(
        ConnectVisit.pick({ provider: true, browser: true }).extend({ state: z.string().max(200) }),
        (input) => takeVisit(deps, input),
      ),
      finish: mutation(
        z.object({ visit: ConnectVisit.extend({ options: ConnectOptions }), query: CallbackQuery }),
        (input) => finishVisit(deps, input),
      ),
      show: query(ofVenue, ({ venueId }) => showConnection(deps, venueId)),
      choose: mutation(ofVenue.extend(ConnectChoice.shape), (input) => chooseAccount(deps, input)),
      check: mutation(ofVenue, ({ venueId }) => checkConnection(deps, venueId)),
      cancel: mutation(ofVenue, ({ venueId }) => cancelConnection(deps, venueId)),
    }),

    openCheckout: mutation(PaymentOrder, (input) => openCheckout(forGuest, input)),
    returnFromCheckout: mutation(z.object({ token: z.string().max(200) }), (input) =>
      returnFromCheckout(forGuest, input.token),
    ),

    receiveWebhook: mutation(z.object({ token: z.string().max(200), id: z.string().max(200) }), (input) =>
      receiveWebhook(deps, input),
    ),
    receiveEvent: mutation(
      z.object({
        provider: z.string().max(100),
        body: z.string(),
        headers: z.record(z.string().max(100), z.string().max(2000)),
      }),
      (input) =>
        receiveEvent(deps, input, (provider, account) => receiveAccountEvent(deps, provider, account)),
    ),

    list: query(ofVenue.extend({ bookingIds: z.array(z.int()).max(500) }), (input) =>
      listPayments(deps, input),
    ),
    refund: mutation(BookingRefund, (input) => refundBooking(deps, input)),

    sumMoney: query(
      ofVenue.extend({
        limits: z
          .array(z.int())
          .min(2)
          .max(MAX_FIGURE_DAYS + 2),
      }),
      (input) => sumMoney(deps, input),
    ),

    listMoney: largeReadQueries(createReadBulkhead())(
      ofVenue.extend({ from: z.int(), to: z.int(), ...MoneyQuery.pick({ cursor: true, limit: true }).shape }),
      (input) => listMoney(deps, input),
    ),

    fees: feeRouter(deps),

    countAttention: query(ofVenue.extend(knownKinds), (input) => countAttention(deps, input)),
    listAttention: query(ofVenue.extend({ ...knownKinds, resolved: z.boolean() }), (input) =>
      listAttention(deps, input),
    ),
    resolveAttention: mutation(ofVenue.extend({ id: z.uuid(), actor: Actor }), (input) =>
      resolveAttention(deps, input),
    ),
    deadLetters: deadLetterRouter(deps.deadLetters),

    sandboxCheckout: query(z.object({ id: z.string().max(100) }), (input) =>
      showSandboxCheckout(deps, input.id),
    ),
    decideSandboxCheckout: mutation(z.object({ id: z.string().max(100), outcome: SandboxOutcome }), (input) =>
      decideSandboxCheckout(deps, input),
    ),
  });
}

export type PaymentRouter = ReturnType<typeof paymentRouter>;
