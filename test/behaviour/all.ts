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
import { moves } from './bookings/moves.ts';
import { offGrid } from './bookings/offGrid.ts';
import { partialArrivals } from './bookings/partialArrivals.ts';
import { series } from './bookings/series.ts';
import { seriesCodes } from './bookings/seriesCodes.ts';
import { waitingList } from './bookings/waitingList.ts';
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
import { auditLog } from './security/auditLog.ts';
import { crossOrigin } from './security/crossOrigin.ts';
import { isolation } from './security/isolation.ts';
import { operators } from './security/operators.ts';
import { passkeys } from './security/passkeys.ts';
import { securityEvents } from './security/securityEvents.ts';
import { adminApi } from './venues/adminApi.ts';
import { adminInput } from './venues/adminInput.ts';
import { brand } from './venues/brand.ts';
import { deletion } from './venues/deletion.ts';
import { facilities } from './venues/facilities.ts';
import { figures } from './venues/figures.ts';
import { operatorEndpoints } from './venues/operatorEndpoints.ts';
import { people } from './venues/people.ts';
import { plans } from './venues/plans.ts';
import { rooms } from './venues/rooms.ts';
import { rulesChanges } from './venues/rulesChanges.ts';
import { seasonalHours } from './venues/seasonalHours.ts';
import { signUp } from './venues/signUp.ts';
import { specialDays } from './venues/specialDays.ts';
import { suspension } from './venues/suspension.ts';
import { transfer } from './venues/transfer.ts';
import { translations } from './venues/translations.ts';
import { venueDays } from './venues/venueDays.ts';
import { zoneChanges } from './venues/zoneChanges.ts';

/**
 * Behaviour that rests on code of which each way has its own: locks, limits and caches are in Redis or in
 * memory, calls and events go over NATS or stay in the process. It runs in every way of running the product.
 */
const everywhere = [
  createBooking,
  bookingDay,
  cancelBooking,
  idempotency,
  desk,
  checkIn,
  waitingList,
  mail,
  venueMail,
  webhooks,
  payments,
  guestChanges,
  guestChangeLimits,
  suspension,
  guestCaps,
  fairShare,
  ownDomain,
  operatorEndpoints,
];
/**
 * Behaviour of several services that rests on nothing else than the calls and events that `everywhere` tests.
 * It runs where each call and each event crosses processes, and so can be lost, late or out of order.
 */
const asServices = [
  adminApi,
  calendar,
  blocks,
  partialArrivals,
  series,
  seriesCodes,
  moves,
  offGrid,
  zoneChanges,
  rooms,
  deposits,
  priceChanges,
  guestChangeQuotes,
  guestAddOns,
  guestAddOnStock,
  addOns,
  deskAddOns,
  addOnStock,
  moneyRules,
  cancelWithoutRefund,
  deskMoney,
  deletion,
  transfer,
];
/**
 * Behaviour that one service decides, such as input validation, texts, prices and lists. Calls between
 * services carry the same bytes in every way, so it runs where they are fastest.
 */
const ofGuests = [
  bookingInput,
  publicReads,
  clockChanges,
  redirects,
  readInput,
  deskEdgeCases,
  ticketPage,
  venuePages,
  olderClients,
  texts,
  calendarFeed,
  prices,
  guestCategories,
  bookingSearch,
  clientReference,
];
/** The same, of the settings of a venue and of the platform. */
const ofVenues = [
  generated,
  facilities,
  auditLog,
  invoices,
  brand,
  adminInput,
  access,
  signUp,
  plans,
  securityEvents,
  crossOrigin,
  operators,
  passkeys,
  isolation,
  rulesChanges,
  seasonalHours,
  specialDays,
  venueDays,
  people,
  mailTexts,
  translations,
  addOnSettings,
  vat,
  figures,
];

const parts = { everywhere, asServices, ofGuests, ofVenues };

/**
 * Defines behaviour tests for one way of running the product. Each file has a product of its own, so that
 * files run at the same time.
 */
export function describeBehaviour(
  way: string,
  start: () => Promise<Stack>,
  ...of: (keyof typeof parts)[]
): void {
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
    for (const behaviour of of.flatMap((part): ((stack: () => Stack) => void)[] => parts[part]))
      describe(`behaviour/${behaviour.name}.ts`, () => behaviour(() => stack));
  });
}
