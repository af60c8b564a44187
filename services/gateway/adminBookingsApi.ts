import {
  AdminBooking,
  AdminBookingDetail,
  BookingPatch,
  BookingsQuery,
  ManualBooking,
} from '@venue-booking/proto/adminBooking';
import { z } from 'zod';
import { describe, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, venueIdOf } from './adminWrites.ts';
import { nextPage } from './bookingPages.ts';
import type { Caller } from './callers.ts';
import { adminProcedure, rest } from './restProcedure.ts';
import { withPayments } from './withPayments.ts';

const BookingId = z.int().min(1);
const oneBooking = z.object({ slug, id: BookingId });
const ofBooking = `${ofVenue}/bookings/{id}` as const;
const WRONG_STATE = { ...NOT_FOUND, 409: 'The status of the booking does not allow it' };

type Action = 'cancel' | 'checkIn' | 'noShow' | 'resend' | 'undoCheckIn' | 'undoNoShow';

/** The admin API of a venue's bookings: what the people at its desk work with. */
export function adminBookingsApi(deps: AdminDeps) {
  const { catalog, booking, payment } = deps.backends;

  /** With its payments; without its ticket for the desk, as a ticket cancels, which the desk may not. */
  const shownTo = async (
    { role }: Caller,
    venueId: number,
    booking: AdminBookingDetail,
  ): Promise<AdminBookingDetail> => {
    const [{ ticket_url, ...shown } = booking] = await withPayments(payment, venueId, [booking]);
    return role === 'desk' ? shown : { ...shown, ...(ticket_url && { ticket_url }) };
  };

  /**
   * Finds the venue, acts, forgets what was cached of the venue's places, and shows the booking as it is
   * then.
   */
  const change = async (
    { caller, slug }: { caller: Caller; slug: string },
    act: (venueId: number) => Promise<AdminBookingDetail>,
  ): Promise<AdminBookingDetail> => {
    const venueId = await venueIdOf(catalog, slug);
    const changed = await act(venueId).finally(() => deps.venueChanged(venueId));
    return shownTo(caller, venueId, changed);
  };

  const action = (
    name: Action,
    {
      path,
      operationId,
      summary,
      role,
    }: { path: string; operationId: string; summary: string; role: 'owner' | 'desk' },
  ) =>
    adminProcedure
      .meta({
        ...describe('POST', {
          path: `${ofBooking}/${path}`,
          operationId,
          tag: 'bookings',
          summary,
          role,
          errors: WRONG_STATE,
        }),
        unknownId: 'booking_not_found',
      })
      .input(oneBooking)
      .output(AdminBookingDetail)
      .mutation(({ ctx: { caller }, input: { slug, id } }) =>
        change({ caller, slug }, (venueId) => booking.desk[name].mutate({ venueId, id, actor: caller.name })),
      );

  return rest.router({
    listBookings: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/bookings`,
          operationId: 'listBookings',
          tag: 'bookings',
          summary:
            'List bookings by start. The Link header names the next page; `Accept: text/csv` answers all of them as CSV',
          role: 'desk',
          errors: NOT_FOUND,
        }),
      )
      .input(BookingsQuery.extend({ slug }))
      .output(z.array(AdminBooking))
      .query(async ({ ctx, input: { slug, ...query } }) => {
        const venueId = await venueIdOf(catalog, slug);
        const { bookings, next } = await booking.desk.list.query({ venueId, ...query });
        if (next) ctx.setHeader('Link', nextPage(slug, query, next));
        return bookings;
      }),

    showBooking: adminProcedure
      .meta({
        ...describe('GET', {
          path: ofBooking,
          operationId: 'showBooking',
          tag: 'bookings',
          summary: 'Show a booking with its history',
          role: 'desk',
          errors: NOT_FOUND,
        }),
        unknownId: 'booking_not_found',
      })
      .input(oneBooking)
      .output(AdminBookingDetail)
      .query(async ({ ctx, input: { slug, id } }) => {
        const venueId = await venueIdOf(catalog, slug);
        return shownTo(ctx.caller, venueId, await booking.desk.show.query({ venueId, id }));
      }),

    createManualBooking: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/bookings`,
          operationId: 'createManualBooking',
          tag: 'bookings',
          summary:
            'Book for a guest: confirmed at once, without hourly limit, notice time or required fields; the places must be free',
          status: 201,
          errors: NOT_FOUND,
        }),
      )
      .input(ManualBooking.extend({ slug }))
      .output(AdminBookingDetail)
      .mutation(({ ctx: { caller }, input: { slug, ...wish } }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.create.mutate({ venueId, booking: wish, actor: caller.name }),
        ),
      ),

    patchBooking: adminProcedure
      .meta({
        ...describe('PATCH', {
          path: ofBooking,
          operationId: 'patchBooking',
          tag: 'bookings',
          summary:
            'Move a booking to another slot of its facility, or correct whom it is for; the guest gets a mail',
          errors: WRONG_STATE,
        }),
        unknownId: 'booking_not_found',
      })
      .input(BookingPatch.safeExtend({ slug, id: BookingId }))
      .output(AdminBookingDetail)
      .mutation(({ ctx: { caller }, input: { slug, id, ...patch } }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.change.mutate({ venueId, id, patch, actor: caller.name }),
        ),
      ),

    cancelBooking: action('cancel', {
      path: 'cancel',
      operationId: 'cancelBooking',
      summary: 'Cancel a booking at any time; its places are free when this answers',
      role: 'owner',
    }),
    checkIn: action('checkIn', {
      path: 'check-in',
      operationId: 'checkIn',
      summary: 'Check a guest in, once, from the `check_in_from_hours` of the venue before the start on',
      role: 'desk',
    }),
    undoCheckIn: action('undoCheckIn', {
      path: 'undo-check-in',
      operationId: 'undoCheckIn',
      summary: 'Take a check-in back: the booking is confirmed again, and can be moved or cancelled',
      role: 'desk',
    }),
    noShow: action('noShow', {
      path: 'no-show',
      operationId: 'noShow',
      summary: 'Note that a guest did not come, once the booking has begun',
      role: 'desk',
    }),
    undoNoShow: action('undoNoShow', {
      path: 'undo-no-show',
      operationId: 'undoNoShow',
      summary: 'Take a no-show back: the booking is confirmed again',
      role: 'desk',
    }),

    resendMail: action('resend', {
      path: 'resend',
      operationId: 'resendMail',
      summary: 'Send the guest once more the mail that tells how the booking stands',
      role: 'owner',
    }),

    checkInTicket: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/check-in`,
          operationId: 'checkInTicket',
          tag: 'bookings',
          summary:
            'Check a guest in by the QR code of the ticket, once, from the `check_in_from_hours` of the venue before the start on',
          role: 'desk',
          errors: { 404: 'Unknown venue, or a ticket that is not of this venue', 409: WRONG_STATE[409] },
        }),
      )
      .input(
        z.strictObject({
          slug,
          ticket: z
            .string()
            .max(3000)
            .describe('What the QR code says: the address of the ticket, or its token'),
        }),
      )
      .output(AdminBookingDetail)
      .mutation(({ ctx: { caller }, input: { slug, ticket } }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.checkInTicket.mutate({ venueId, token: tokenIn(ticket), actor: caller.name }),
        ),
      ),
  });
}

/** The token of a ticket's address, or the text itself. */
const tokenIn = (ticket: string): string =>
  (/\/tickets\/([^/?#]+)/.exec(ticket)?.[1] ?? ticket.trim()).slice(0, 2000);
