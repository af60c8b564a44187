import { afterAll, beforeAll, describe } from 'vitest';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import type { Stack } from '../stack/stack.ts';
import { access } from './access.ts';
import { addOnSettings } from './addOnSettings.ts';
import { addOnStock } from './addOnStock.ts';
import { addOns } from './addOns.ts';
import { addOnsAtDesk } from './addOnsAtDesk.ts';
import { adminApi } from './adminApi.ts';
import { adminInput } from './adminInput.ts';
import { bookingInput } from './bookingInput.ts';
import { bookingWork } from './bookingWork.ts';
import { calendar } from './calendar.ts';
import { cancelling } from './cancelling.ts';
import { changingNights } from './changingNights.ts';
import { checkIn } from './checkIn.ts';
import { createBooking } from './createBooking.ts';
import { crossOrigin } from './crossOrigin.ts';
import { crowdedOut } from './crowdedOut.ts';
import { desk } from './desk.ts';
import { deskEdges } from './deskEdges.ts';
import { facilities } from './facilities.ts';
import { fairShare } from './fairShare.ts';
import { feed } from './feed.ts';
import { figures } from './figures.ts';
import { generated } from './generated.ts';
import { guestCategories } from './guestCategories.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { keptMoney } from './keptMoney.ts';
import { mail } from './mail.ts';
import { mailTexts } from './mailTexts.ts';
import { moneyRules } from './moneyRules.ts';
import { oldClients } from './oldClients.ts';
import { operations } from './operations.ts';
import { ownAddOnStock } from './ownAddOnStock.ts';
import { ownAddOns } from './ownAddOns.ts';
import { ownChangeLimits } from './ownChangeLimits.ts';
import { ownChangeQuotes } from './ownChangeQuotes.ts';
import { ownChanges } from './ownChanges.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { priceChanges } from './priceChanges.ts';
import { prices } from './prices.ts';
import { publicReads } from './publicReads.ts';
import { readInput } from './readInput.ts';
import { redirects } from './redirects.ts';
import { rooms } from './rooms.ts';
import { rulesChanges } from './rulesChanges.ts';
import { securityEvents } from './securityEvents.ts';
import { texts } from './texts.ts';
import { ticketPage } from './ticketPage.ts';
import { timetables } from './timetables.ts';
import { vat } from './vat.ts';
import { venueMail } from './venueMail.ts';
import { webhooks } from './webhooks.ts';

/** Behaviour that involves several services or their events. It runs in every way of running the product. */
const everywhere = [
  publicReads,
  createBooking,
  changingNights,
  cancelling,
  idempotency,
  adminApi,
  desk,
  calendar,
  checkIn,
  facilities,
  timetables,
  rulesChanges,
  rooms,
  feed,
  mail,
  people,
  mailTexts,
  venueMail,
  webhooks,
  payments,
  prices,
  priceChanges,
  ownChanges,
  ownChangeLimits,
  ownChangeQuotes,
  ownAddOns,
  ownAddOnStock,
  guestCategories,
  addOns,
  addOnsAtDesk,
  addOnStock,
  addOnSettings,
  vat,
  moneyRules,
  keptMoney,
  bookingWork,
  figures,
  crowdedOut,
  fairShare,
  operations,
];
/**
 * Behaviour of a single service, such as its texts and input validation. It does not depend on how the
 * services run, so it runs in one way only.
 */
const once = [
  bookingInput,
  redirects,
  readInput,
  adminInput,
  deskEdges,
  ticketPage,
  access,
  securityEvents,
  crossOrigin,
  oldClients,
  passkeys,
  isolation,
  texts,
  generated,
];

/**
 * Defines the behaviour tests for one way of running the product. `whole` adds those that are the same in
 * every way.
 */
export function describeBehaviour(way: string, start: () => Promise<Stack>, { whole = false } = {}): void {
  describe(way, () => {
    let stack: Stack;
    beforeAll(async () => {
      stack = await start();
    });
    afterAll(async () => {
      try {
        await assertLedgerHolds(stack);
        await assertBookingsHoldPlaces(stack);
        await assertMoneyHolds(stack);
        await assertOnce(stack);
        assertNoErrorsLogged(stack);
      } finally {
        await stack.stop();
      }
    });
    // Its file is part of each name: `npm test -- services oneProcess -t behaviour/desk.ts` runs it alone.
    for (const behaviour of whole ? [...everywhere, ...once] : everywhere)
      describe(`behaviour/${behaviour.name}.ts`, () => behaviour(() => stack));
  });
}
