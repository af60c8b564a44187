import {
  type AdminBookingDetail,
  CancelGuest,
  Erasure,
  GuestCancellation,
  GuestExport,
} from '@venue-booking/proto/adminBooking';
import { Email } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { describe, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, venueIdOf } from './adminWrites.ts';
import { adminProcedure, rest } from './restProcedure.ts';
import { withPayments } from './withPayments.ts';

const byEmail = z.object({ slug, email: Email.describe("The guest's e-mail address, in whatever case") });

/** The admin API of what guests may ask a venue for: a copy of what is kept of them, and to be forgotten. */
export function adminGuestsApi({ backends: { catalog, booking, payment }, venueChanged }: AdminDeps) {
  return rest.router({
    exportGuest: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/guests`,
          operationId: 'exportGuest',
          tag: 'guests',
          summary: 'All that is kept of a guest',
          errors: NOT_FOUND,
        }),
      )
      .input(byEmail)
      .output(GuestExport)
      .query(async ({ input: { slug, email } }) => {
        const venueId = await venueIdOf(catalog, slug);
        const bookings: AdminBookingDetail[] = [];
        let cursor: string | null = null;
        do {
          const page: { bookings: { id: number }[]; next: string | null } = await booking.desk.list.query({
            venueId,
            email,
            limit: 100,
            ...(cursor && { cursor }),
          });
          const ids = page.bookings.map(({ id }) => id);
          bookings.push(
            ...(await withPayments(payment, venueId, await booking.desk.showMany.query({ venueId, ids }))),
          );
          cursor = page.next;
        } while (cursor);
        return { email, bookings };
      }),

    cancelGuest: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/guests/cancel`,
          operationId: 'cancelGuest',
          tag: 'guests',
          summary:
            'Cancel all that a guest has coming; what was paid goes back. Again while there are bookings left',
          errors: NOT_FOUND,
        }),
      )
      .input(CancelGuest.extend({ slug }))
      .output(GuestCancellation)
      .mutation(async ({ ctx, input: { slug, email } }) => {
        const venueId = await venueIdOf(catalog, slug);
        return booking.desk.cancelGuest
          .mutate({ venueId, email, actor: ctx.caller.name })
          .finally(() => venueChanged(venueId));
      }),

    eraseGuest: adminProcedure
      .meta(
        describe('DELETE', {
          path: `${ofVenue}/guests`,
          operationId: 'eraseGuest',
          tag: 'guests',
          summary: 'Forget a guest: bookings stay with their amounts, and no longer say whom they were for',
          errors: NOT_FOUND,
        }),
      )
      .input(byEmail)
      .output(Erasure)
      .mutation(async ({ ctx, input: { slug, email } }) => {
        const venueId = await venueIdOf(catalog, slug);
        const erased = await booking.desk.eraseGuest.mutate({ venueId, email, actor: ctx.caller.name });
        return { erased_bookings: erased.bookings, upcoming_bookings: erased.upcoming };
      }),
  });
}
