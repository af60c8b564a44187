import { afterAll, beforeAll, describe } from 'vitest';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import type { Stack } from '../stack/stack.ts';
import { addOnSettings } from './addOns/addOnSettings.ts';
import { addOnStock } from './addOns/addOnStock.ts';
import { addOns } from './addOns/addOns.ts';
import { deskAddOns } from './addOns/deskAddOns.ts';
import { blocks } from './bookings/blocks.ts';
import { bookingDay } from './bookings/bookingDay.ts';
import { bookingInput } from './bookings/bookingInput.ts';
import { bookingSearch } from './bookings/bookingSearch.ts';
import { calendar } from './bookings/calendar.ts';
import { cancelBooking } from './bookings/cancelBooking.ts';
import { checkIn } from './bookings/checkIn.ts';
import { clientReference } from './bookings/clientReference.ts';
import { clockChanges } from './bookings/clockChanges.ts';
import { createBooking } from './bookings/createBooking.ts';
import { desk } from './bookings/desk.ts';
import { deskEdgeCases } from './bookings/deskEdgeCases.ts';
import { fairShare } from './bookings/fairShare.ts';
import { guestCaps } from './bookings/guestCaps.ts';
import { idempotency } from './bookings/idempotency.ts';
import { partialArrivals } from './bookings/partialArrivals.ts';
import { guestAddOnStock } from './guestChanges/guestAddOnStock.ts';
import { guestAddOns } from './guestChanges/guestAddOns.ts';
import { guestChangeLimits } from './guestChanges/guestChangeLimits.ts';
import { guestChangeQuotes } from './guestChanges/guestChangeQuotes.ts';
import { guestChanges } from './guestChanges/guestChanges.ts';
import { mail } from './mails/mail.ts';
import { mailTexts } from './mails/mailTexts.ts';
import { venueMail } from './mails/venueMail.ts';
import { cancelWithoutRefund } from './money/cancelWithoutRefund.ts';
import { deposits } from './money/deposits.ts';
import { deskMoney } from './money/deskMoney.ts';
import { guestCategories } from './money/guestCategories.ts';
import { invoices } from './money/invoices.ts';
import { moneyRules } from './money/moneyRules.ts';
import { ownDomain } from './money/ownDomain.ts';
import { payments } from './money/payments.ts';
import { priceChanges } from './money/priceChanges.ts';
import { prices } from './money/prices.ts';
import { redirects } from './money/redirects.ts';
import { vat } from './money/vat.ts';
import { calendarFeed } from './publicApi/calendarFeed.ts';
import { generated } from './publicApi/generated.ts';
import { olderClients } from './publicApi/olderClients.ts';
import { publicReads } from './publicApi/publicReads.ts';
import { readInput } from './publicApi/readInput.ts';
import { texts } from './publicApi/texts.ts';
import { ticketPage } from './publicApi/ticketPage.ts';
import { venuePages } from './publicApi/venuePages.ts';
import { webhooks } from './publicApi/webhooks.ts';
import { access } from './security/access.ts';
import { crossOrigin } from './security/crossOrigin.ts';
import { isolation } from './security/isolation.ts';
import { passkeys } from './security/passkeys.ts';
import { securityEvents } from './security/securityEvents.ts';
import { adminApi } from './venues/adminApi.ts';
import { adminInput } from './venues/adminInput.ts';
import { brand } from './venues/brand.ts';
import { facilities } from './venues/facilities.ts';
import { figures } from './venues/figures.ts';
import { operatorEndpoints } from './venues/operatorEndpoints.ts';
import { people } from './venues/people.ts';
import { rooms } from './venues/rooms.ts';
import { rulesChanges } from './venues/rulesChanges.ts';
import { seasonalHours } from './venues/seasonalHours.ts';
import { specialDays } from './venues/specialDays.ts';
import { translations } from './venues/translations.ts';
import { venueDays } from './venues/venueDays.ts';
import { zoneChanges } from './venues/zoneChanges.ts';

/** Behaviour that involves several services or their events. It runs in every way of running the product. */
const everywhere = [
  publicReads,
  createBooking,
  bookingDay,
  clockChanges,
  cancelBooking,
  idempotency,
  adminApi,
  desk,
  calendar,
  blocks,
  checkIn,
  partialArrivals,
  brand,
  facilities,
  seasonalHours,
  specialDays,
  venueDays,
  rulesChanges,
  zoneChanges,
  rooms,
  calendarFeed,
  mail,
  people,
  mailTexts,
  translations,
  venueMail,
  webhooks,
  payments,
  prices,
  deposits,
  priceChanges,
  guestChanges,
  guestChangeLimits,
  guestChangeQuotes,
  guestAddOns,
  guestAddOnStock,
  guestCategories,
  addOns,
  deskAddOns,
  addOnStock,
  addOnSettings,
  vat,
  invoices,
  moneyRules,
  cancelWithoutRefund,
  deskMoney,
  bookingSearch,
  figures,
  guestCaps,
  fairShare,
  clientReference,
  ownDomain,
  operatorEndpoints,
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
  deskEdgeCases,
  ticketPage,
  venuePages,
  access,
  securityEvents,
  crossOrigin,
  olderClients,
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
    // The group of each behaviour has its name, so that
    // `npm test -- processes/services processes/oneProcess -t behaviour/desk.ts` runs one behaviour.
    for (const behaviour of whole ? [...everywhere, ...once] : everywhere)
      describe(`behaviour/${behaviour.name}.ts`, () => behaviour(() => stack));
  });
}
