import { largeReadQueries, type ReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import {
  Actor,
  BookingCancellation,
  BookingNote,
  BookingPatch,
  BookingsQuery,
  CheckIn,
  OfBooking,
} from '@venue-booking/proto/booking/adminBooking';
import { MAX_CALENDAR_DAYS } from '@venue-booking/proto/booking/calendar';
import { NewFeed } from '@venue-booking/proto/booking/calendarFeed';
import { Scans } from '@venue-booking/proto/booking/checkIns';
import { GuestFilePatch, GuestOf } from '@venue-booking/proto/booking/guestFile';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { ChangeQuoteRequest, QuoteRequest } from '@venue-booking/proto/booking/quote';
import { WaitingListQuery } from '@venue-booking/proto/booking/waitingList';
import { fail } from '@venue-booking/proto/failures';
import { InvoiceNumber, InvoiceRequest } from '@venue-booking/proto/invoice/invoice';
import { DeskMethod } from '@venue-booking/proto/payment/deskPayment';
import { NewPaymentLink } from '@venue-booking/proto/payment/payment';
import { TillQuery } from '@venue-booking/proto/payment/till';
import { Email, LocalDate, Locale, TimeOfDay, VenueId } from '@venue-booking/proto/primitives';
import { FiguresQuery } from '@venue-booking/proto/reports/figures';
import { RulesChange } from '@venue-booking/proto/venue/rulesChange';
import { z } from 'zod';
import type { Deps as ChangeDeps } from '../changes/changeBooking.ts';
import { replaceNote } from '../changes/replaceNote.ts';
import { checkInList } from '../checkIn/checkInList.ts';
import { recordScans } from '../checkIn/recordScans.ts';
import { requireBooking } from '../core/bookingStore.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { makeQuote, quoteChange } from '../core/makeQuote.ts';
import type { Deps as PlaceDeps } from '../core/placeBooking.ts';
import { listTill } from '../deskMoney/listTill.ts';
import { recordDeskPayment } from '../deskMoney/recordDeskPayment.ts';
import { closeTill, showTill } from '../deskMoney/till.ts';
import { undoDeskPayment } from '../deskMoney/undoDeskPayment.ts';
import { findDocument } from '../invoices/invoiceStore.ts';
import { issueInvoice, listInvoices } from '../invoices/issueInvoice.ts';
import { createPaymentLink } from '../later/createPaymentLink.ts';
import { readTally } from '../limits/limitTally.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { resendMail } from '../mail/queue/resendMail.ts';
import { countBookings } from '../reports/countBookings.ts';
import { removeEntry } from '../waiting/answerOffer.ts';
import { listWaiting, listWaitingOf, offerByHand, showWaiting } from '../waiting/deskList.ts';
import type { OfferDeps } from '../waiting/offerDay.ts';
import { requireEntry } from '../waiting/waitingStore.ts';
import { findAffectedBookings, type Deps as RulesDeps, recordRulesChange } from './affectedBookings.ts';
import { bookByDesk, DeskBookingRequest } from './bookByDesk.ts';
import { listFeeds, renewFeed, revokeFeed } from './calendarFeed.ts';
import { cancelGuest } from './cancelGuest.ts';
import { changeByDesk } from './changeByDesk.ts';
import { type DeleteMailFiles, eraseGuest } from './eraseGuest.ts';
import { findGuests, readGuest } from './guestFiles.ts';
import { patchGuest } from './guestNotes.ts';
import { listAtCap } from './listAtCap.ts';
import { listBookings } from './listBookings.ts';
import { listCalendar } from './listCalendar.ts';
import { markAttendance } from './markAttendance.ts';
import { noteRefund } from './noteRefund.ts';
import { purgeVenue } from './purgeVenue.ts';
import { readReceipt } from './readReceipt.ts';
import { showBooking, showBookings } from './showBooking.ts';
import { undoAttendance } from './undoAttendance.ts';
import { venueObstacles } from './venueObstacles.ts';

export type DeskDeps = PlaceDeps &
  ChangeDeps &
  RulesDeps &
  BookingLinks & {
    deleteMailFiles: DeleteMailFiles;
    /** What waiting lists need, and how to wake their worker. */
    offers: OfferDeps;
    wakeOffers: () => void;
  };

const ofVenue = z.object({ venueId: VenueId });
const ofFacility = ofVenue.extend({ facilityId: z.int() });
const ofBookings = ofVenue.extend({ ids: z.array(z.int()).max(500) });
const ofTillDay = ofVenue.extend({ date: LocalDate, dayStart: TimeOfDay });
const byChange = ofVenue.extend({ change: RulesChange });
const byActor = OfBooking.extend({ actor: Actor });

/** Calls for a venue's staff. Mutations return the booking in its new state. */
export function deskRouter(deps: DeskDeps, readBulkhead: ReadBulkhead) {
  const { database } = deps;
  const costly = largeReadQueries(readBulkhead);
  const showAfter = async (of: OfBooking, work: Promise<void>) => {
    await work;
    return showBooking(deps, of);
  };
  const write = (work: (of: OfBooking, actor: string) => Promise<void>) =>
    mutation(byActor, ({ actor, ...of }) => showAfter(of, work(of, actor)));
  return t.router({
    obstacles: query(ofVenue, ({ venueId }) => venueObstacles(database, venueId)),
    purgeVenue: mutation(ofVenue, ({ venueId }) => purgeVenue(deps, venueId)),
    list: costly(
      BookingsQuery.extend({
        venueId: VenueId,
        dayStart: TimeOfDay.optional(),
        email: Email.optional(),
        forExport: z.boolean().optional(),
      }),
      (input) => listBookings(database, input),
    ),
    showMany: costly(ofBookings, (input) => showBookings(deps, input)),
    /** The references of the venue's bookings among these ids, by id. */
    references: costly(ofBookings, async ({ venueId, ids }) => {
      // By primary key under any plan: see docs/decisions/0068.
      const rows = await database.$queryRaw<{ id: bigint; reference: string }[]>`
        SELECT id, reference FROM booking.booking WHERE id = ANY(${ids}::bigint[]) AND venue_id + 0 = ${venueId}`;
      return Object.fromEntries(rows.map(({ id, reference }) => [Number(id), reference]));
    }),
    calendar: costly(
      ofVenue.extend({
        facilityId: z.int().optional(),
        startsAt: z.int(),
        endsAt: z.int(),
        days: z.array(LocalDate).max(MAX_CALENDAR_DAYS).optional(),
      }),
      (input) => listCalendar(database, input),
    ),
    show: query(OfBooking.extend({ dayStart: TimeOfDay.optional() }), (input) => showBooking(deps, input)),
    figures: costly(
      ofVenue.extend({
        ...FiguresQuery.pick({ from: true, to: true, by: true }).shape,
        dayStart: TimeOfDay.optional(),
      }),
      (input) => countBookings(database, input),
    ),
    create: mutation(DeskBookingRequest, async (input) =>
      showBooking(deps, { venueId: input.venueId, id: await bookByDesk(deps, input) }),
    ),
    /** The price of a booking, or of a changed booking, guaranteed until its expiry. */
    quote: query(ofVenue.extend({ wish: QuoteRequest }), (input) =>
      makeQuote(deps, { ...input, byVenue: true }),
    ),
    quoteChange: query(OfBooking.extend({ wish: ChangeQuoteRequest }), (input) => quoteChange(deps, input)),
    change: mutation(
      byActor.extend({ patch: BookingPatch, keepsAddress: z.boolean() }),
      ({ patch, actor, keepsAddress, ...of }) =>
        showAfter(of, changeByDesk(deps, of, { patch, actor, keepsAddress })),
    ),
    cancel: mutation(byActor.extend(BookingCancellation.shape), ({ actor, refund, ...of }) =>
      showAfter(of, cancelBooking(deps, of, { guest: false, actor, refund })),
    ),
    /** For staff without rights over money: rejects a booking that was paid online. */
    cancelUnpaid: write((of, actor) => cancelBooking(deps, of, { guest: false, actor, unpaidOnly: true })),
    note: mutation(byActor.extend(BookingNote.shape), ({ actor, note, ...of }) =>
      showAfter(of, replaceNote(database, of, { note, actor })),
    ),
    paymentLink: mutation(byActor.extend({ mail: NewPaymentLink.shape.mail }), ({ mail, actor, ...of }) =>
      createPaymentLink(deps, of, { mail, actor }),
    ),
    noteRefund: mutation(
      byActor.extend({ reason: z.string(), requestKey: IdempotencyKey.optional() }),
      async (input) => {
        await noteRefund(database, input);
      },
    ),
    recordPayment: mutation(
      byActor.extend({
        kind: z.enum(['payment', 'refund']),
        amountCents: z.int().min(1),
        method: DeskMethod,
        note: z.string(),
        dayStart: TimeOfDay,
        requestKey: IdempotencyKey.optional(),
        onlyOwed: z.boolean(),
      }),
      ({ venueId, id, ...wanted }) => recordDeskPayment(deps, { venueId, id }, wanted),
    ),
    undoPayment: mutation(
      byActor.extend({
        paymentId: z.uuid(),
        reason: z.string(),
        dayStart: TimeOfDay,
        onlyOwn: z.boolean(),
      }),
      ({ venueId, id, ...undo }) => undoDeskPayment(deps, { venueId, id }, undo),
    ),
    invoices: query(OfBooking, (of) => listInvoices(database, of)),
    issueInvoice: mutation(byActor.extend({ buyer: InvoiceRequest }), ({ buyer, actor, ...of }) =>
      issueInvoice(database, of, { buyer, actor }),
    ),
    document: query(OfBooking.extend({ number: InvoiceNumber }), (of) => findDocument(database, of)),
    receipt: query(OfBooking.extend({ language: Locale.optional() }), async ({ language, ...of }) =>
      readReceipt(database, await requireBooking(database, of), language),
    ),
    till: costly(ofTillDay, (input) => showTill(database, input)),
    tillEntries: costly(ofVenue.extend({ date: LocalDate, ...TillQuery.shape }), (input) =>
      listTill(database, input),
    ),
    closeTill: mutation(
      ofTillDay.extend({
        countedCents: z.int().min(0),
        floatCents: z.int().min(0),
        note: z.string(),
        actor: Actor,
      }),
      (input) => closeTill(deps, input),
    ),
    checkIn: mutation(byActor.extend(CheckIn.shape), ({ actor, people, ...of }) =>
      showAfter(of, markAttendance(deps, of, { to: 'checked_in', actor, people })),
    ),
    /** By the token in a ticket's QR code. A ticket of another venue is not found. */
    checkInTicket: mutation(
      ofVenue.extend({ token: z.string().max(2000), actor: Actor, ...CheckIn.shape }),
      async ({ venueId, token, actor, people }) => {
        const ticket = await deps.findScanned(token);
        if (ticket?.venueId !== venueId) throw fail('ticket_not_found');
        const of = { venueId, id: Number(ticket.id) };
        return showAfter(of, markAttendance(deps, of, { to: 'checked_in', actor, people }));
      },
    ),
    checkInList: costly(ofVenue.extend({ dayStart: TimeOfDay }), (input) =>
      checkInList(deps, { ...input, now: Date.now() }),
    ),
    recordScans: mutation(
      ofVenue.extend({ scans: Scans.shape.scans, dayStart: TimeOfDay.optional(), actor: Actor }),
      (input) => recordScans(deps, input),
    ),
    resend: write(async (of, actor) => {
      await resendMail(database, of, actor);
      deps.wakeWorkers();
    }),
    noShow: write((of, actor) => markAttendance(deps, of, { to: 'no_show', actor })),
    undoCheckIn: write((of, actor) => undoAttendance(deps, of, { undoes: 'checked_in', actor })),
    undoNoShow: write((of, actor) => undoAttendance(deps, of, { undoes: 'no_show', actor })),
    metBy: costly(byChange, (input) => findAffectedBookings(deps, input)),
    noteRulesChange: mutation(byChange.extend({ since: z.int(), actor: Actor }), (input) =>
      recordRulesChange(deps, input),
    ),
    listFeeds: query(ofVenue, (input) => listFeeds(database, input.venueId)),
    renewFeed: mutation(ofFacility.extend(NewFeed.shape), (input) => renewFeed(database, input)),
    endFeed: mutation(ofFacility, (input) => revokeFeed(database, input)),
    cancelGuest: mutation(ofVenue.extend({ email: Email, actor: Actor }), (input) =>
      cancelGuest(deps, input),
    ),
    guest: costly(ofVenue.extend({ of: GuestOf }), (input) => readGuest(database, input)),
    guests: costly(ofVenue.extend({ q: z.string() }), (input) => findGuests(database, input)),
    patchGuest: mutation(OfBooking.extend({ patch: GuestFilePatch }), async ({ patch, ...of }) => {
      await patchGuest(database, of, patch);
      return readGuest(database, { venueId: of.venueId, of: { id: of.id } });
    }),
    listAtCap: costly(ofVenue, (input) => listAtCap(deps, input.venueId)),
    limitCounts: query(ofVenue, (input) => readTally(database, input.venueId)),
    listWaiting: costly(ofVenue.extend(WaitingListQuery.shape), (input) => listWaiting(database, input)),
    /** A guest's entries on waiting lists, also those that have ended. */
    waitingOf: query(ofVenue.extend({ email: Email }), (input) => listWaitingOf(database, input)),
    offerPlace: mutation(OfBooking.extend({ slotId: z.int().optional() }), (input) =>
      offerByHand(deps.offers, input),
    ),
    removeWaiting: mutation(OfBooking, async (of) => {
      await removeEntry({ ...deps.offers, wakeOffers: deps.wakeOffers }, await requireEntry(database, of));
      return showWaiting(database, of);
    }),
    eraseGuest: mutation(ofVenue.extend({ email: Email, actor: Actor }), (input) => eraseGuest(deps, input)),
  });
}
