import { t } from '@venue-booking/kit/messaging/rpc';
import { createCostlyReads } from '@venue-booking/kit/process/costlyReads';
import {
  Actor,
  BookingCancellation,
  BookingNote,
  BookingPatch,
  BookingsQuery,
  OfBooking,
} from '@venue-booking/proto/adminBooking';
import { Scans } from '@venue-booking/proto/checkIns';
import { fail } from '@venue-booking/proto/failures';
import { FiguresQuery } from '@venue-booking/proto/figures';
import { Email, TimeOfDay, VenueId } from '@venue-booking/proto/primitives';
import { ChangeQuoteRequest, QuoteRequest } from '@venue-booking/proto/quote';
import { RulesChange } from '@venue-booking/proto/rulesChange';
import { z } from 'zod';
import { checkInList } from '../checkIn/checkInList.ts';
import { recordScans } from '../checkIn/recordScans.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { makeQuote, quoteChange } from '../core/makeQuote.ts';
import type { Deps as PlaceDeps } from '../core/placeBooking.ts';
import { countBookings } from '../figures/countBookings.ts';
import { resendMail } from '../mail/resendMail.ts';
import type { BookingLinks } from '../ticket/bookingLinks.ts';
import { bookByDesk, DeskWish } from './bookByDesk.ts';
import { endFeed, listFeeds, renewFeed } from './calendarFeed.ts';
import { cancelGuest } from './cancelGuest.ts';
import { type Deps as ChangeDeps, changeBooking } from './changeBooking.ts';
import { eraseGuest, type Forget } from './eraseGuest.ts';
import { listAtCap } from './listAtCap.ts';
import { listBookings } from './listBookings.ts';
import { listCalendar } from './listCalendar.ts';
import { markAttendance } from './markAttendance.ts';
import { noteBooking } from './noteBooking.ts';
import { findMetBookings, noteRulesChange, type Deps as RulesDeps } from './rulesChange.ts';
import { showBooking, showBookings } from './showBooking.ts';
import { undoAttendance } from './undoAttendance.ts';

export type DeskDeps = PlaceDeps &
  ChangeDeps &
  RulesDeps &
  BookingLinks & {
    forget: Forget;
  };

const ofVenue = z.object({ venueId: VenueId });
const ofFacility = ofVenue.extend({ facilityId: z.int() });
const byChange = ofVenue.extend({ change: RulesChange });
const byActor = OfBooking.extend({ actor: Actor });

/** What the people of a venue do with its bookings. Writes answer with the booking as it is afterwards. */
export function deskRouter(deps: DeskDeps) {
  const { database } = deps;
  const costly = createCostlyReads();
  const shownAfter = async (of: OfBooking, work: Promise<void>) => {
    await work;
    return showBooking(deps, of);
  };
  const write = (work: (of: OfBooking, actor: string) => Promise<void>) =>
    t.procedure.input(byActor).mutation(({ input: { actor, ...of } }) => shownAfter(of, work(of, actor)));
  return t.router({
    list: t.procedure
      .input(BookingsQuery.extend({ venueId: VenueId, email: Email.optional() }))
      .query(({ input }) => costly(input.venueId, () => listBookings(database, input))),
    showMany: t.procedure
      .input(ofVenue.extend({ ids: z.array(z.int()).max(500) }))
      .query(({ input }) => costly(input.venueId, () => showBookings(deps, input))),
    calendar: t.procedure
      .input(ofVenue.extend({ facilityId: z.int().optional(), startsAt: z.int(), endsAt: z.int() }))
      .query(({ input }) => costly(input.venueId, () => listCalendar(database, input))),
    show: t.procedure.input(OfBooking).query(({ input }) => showBooking(deps, input)),
    /** Bookings by the period that they start in, and the limits of the periods. */
    figures: t.procedure
      .input(ofVenue.extend({ ...FiguresQuery.pick({ from: true, to: true, by: true }).shape }))
      .query(({ input }) => costly(input.venueId, () => countBookings(database, input))),
    create: t.procedure
      .input(DeskWish)
      .mutation(async ({ input }) =>
        showBooking(deps, { venueId: input.venueId, id: await bookByDesk(deps, input) }),
      ),
    /** What a booking would cost, or cost once it is changed: promised for a while. */
    quote: t.procedure
      .input(ofVenue.extend({ wish: QuoteRequest }))
      .query(({ input }) => makeQuote(deps, { ...input, byVenue: true })),
    quoteChange: t.procedure
      .input(OfBooking.extend({ wish: ChangeQuoteRequest }))
      .query(({ input }) => quoteChange(deps, input)),
    change: t.procedure
      .input(byActor.extend({ patch: BookingPatch, keepsAddress: z.boolean() }))
      .mutation(({ input: { patch, actor, keepsAddress, ...of } }) =>
        shownAfter(of, changeBooking(deps, of, { patch, actor, keepsAddress })),
      ),
    cancel: t.procedure
      .input(byActor.extend(BookingCancellation.shape))
      .mutation(({ input: { actor, refund, ...of } }) =>
        shownAfter(of, cancelBooking(deps, of, { guest: false, actor, refund })),
      ),
    /** For who may not decide about money: one that was paid online stays. */
    cancelUnpaid: write((of, actor) => cancelBooking(deps, of, { guest: false, actor, unpaidOnly: true })),
    note: t.procedure
      .input(byActor.extend(BookingNote.shape))
      .mutation(({ input: { actor, note, ...of } }) =>
        shownAfter(of, noteBooking(database, of, { note, actor })),
      ),
    checkIn: write((of, actor) => markAttendance(deps, of, { to: 'checked_in', actor })),
    /** By a ticket's token, as its QR code has it. A ticket of another venue opens nothing here. */
    checkInTicket: t.procedure
      .input(ofVenue.extend({ token: z.string().max(2000), actor: Actor }))
      .mutation(async ({ input: { venueId, token, actor } }) => {
        const ticket = await deps.findByTicket(token);
        if (ticket?.venueId !== venueId) throw fail('ticket_not_found');
        const of = { venueId, id: Number(ticket.id) };
        return shownAfter(of, markAttendance(deps, of, { to: 'checked_in', actor }));
      }),
    /** What a device at the door keeps of the booking day. */
    checkInList: t.procedure
      .input(ofVenue.extend({ dayStart: TimeOfDay }))
      .query(({ input }) => costly(input.venueId, () => checkInList(deps, { ...input, now: Date.now() }))),
    recordScans: t.procedure
      .input(ofVenue.extend({ scans: Scans.shape.scans, actor: Actor }))
      .mutation(({ input }) => recordScans(deps, input)),
    resend: write(async (of, actor) => {
      await resendMail(database, of, actor);
      deps.wakeWorkers();
    }),
    noShow: write((of, actor) => markAttendance(deps, of, { to: 'no_show', actor })),
    undoCheckIn: write((of, actor) => undoAttendance(deps, of, { undoes: 'checked_in', actor })),
    undoNoShow: write((of, actor) => undoAttendance(deps, of, { undoes: 'no_show', actor })),
    /** Which bookings to come a change of opening rules or places meets. */
    metBy: t.procedure
      .input(byChange)
      .query(({ input }) => costly(input.venueId, () => findMetBookings(deps, input))),
    /** Notes such a change in the history of each that it meets. */
    noteRulesChange: t.procedure
      .input(byChange.extend({ since: z.int(), actor: Actor }))
      .mutation(({ input }) => noteRulesChange(deps, input)),
    listFeeds: t.procedure.input(ofVenue).query(({ input }) => listFeeds(database, input.venueId)),
    renewFeed: t.procedure.input(ofFacility).mutation(({ input }) => renewFeed(database, input)),
    endFeed: t.procedure.input(ofFacility).mutation(({ input }) => endFeed(database, input)),
    cancelGuest: t.procedure
      .input(ofVenue.extend({ email: Email, actor: Actor }))
      .mutation(({ input }) => cancelGuest(deps, input)),
    listAtCap: t.procedure
      .input(ofVenue)
      .query(({ input }) => costly(input.venueId, () => listAtCap(database, input.venueId))),
    eraseGuest: t.procedure
      .input(ofVenue.extend({ email: Email, actor: Actor }))
      .mutation(({ input }) => eraseGuest(deps, input)),
  });
}
