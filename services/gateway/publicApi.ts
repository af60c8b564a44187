import { BOOKINGS_PER_HOUR, BookingRequest, BookingResponse } from '@venue-booking/proto/booking';
import { fail } from '@venue-booking/proto/failures';
import { IDEMPOTENCY_HOURS, IdempotencyKey } from '@venue-booking/proto/idempotencyKey';
import { FacilityId, LocalDate } from '@venue-booking/proto/primitives';
import { CHALLENGE_MINUTES, ProofChallenge } from '@venue-booking/proto/proofOfWork';
import { Quote, QuoteRequest } from '@venue-booking/proto/quote';
import {
  Availability,
  DayQuery,
  DaySlots,
  DEFAULT_RANGE_DAYS,
  MAX_RANGE_DAYS,
  SlotCheck,
  SlotId,
} from '@venue-booking/proto/slot';
import { Site } from '@venue-booking/proto/venue';
import { z } from 'zod';
import type { Backends } from './backends.ts';
import { readSite } from './readSite.ts';
import { BODY_LIMIT_KB } from './requestBody.ts';
import { publicProcedure, rest } from './restProcedure.ts';
import { holdsWebAddress } from './webAddress.ts';

const TAG = ['Booking'];
const NO_VENUE = 'No venue given, or an unknown one';
const REFUSED_ORIGIN = "The calling website is not among the venue's allowed origins";
const tenantHeader = z.object({
  'X-Tenant': z
    .string()
    .optional()
    .describe('Slug of the venue. Left out only on a venue’s own domain or subdomain.')
    .meta({ example: 'sauna-aan-het-meer' }),
});

const headersOfCreate = tenantHeader.extend({
  'Idempotency-Key': IdempotencyKey.optional().describe(
    `Any text of your own, once per intended booking: sending it again within ${IDEMPOTENCY_HOURS} hours answers the same 201`,
  ),
});

/** The public REST API: a venue's facilities, their times, and booking one. */
export function publicApi(
  { catalog, availability, booking, payment }: Backends,
  bookingMade: (venueId: number) => void,
) {
  return rest.router({
    facilities: publicProcedure
      .meta({
        scope: 'public',
        cached: true,
        openapi: {
          method: 'GET',
          path: '/api/site/facilities',
          operationId: 'listFacilities',
          tags: TAG,
          protect: false,
          summary: 'List what can be booked',
          description: "The venue's bookable facilities, and what a booking flow needs to know of the venue.",
          requestHeaders: tenantHeader,
          errorResponses: { 400: NO_VENUE, 403: REFUSED_ORIGIN },
        },
      })
      .input(z.object({}))
      .output(Site)
      .query(({ ctx }) => readSite({ catalog, payment }, ctx.tenant.venueId)),

    slots: publicProcedure
      .meta({
        scope: 'public',
        cached: true,
        unknownId: 'facility_not_found',
        openapi: {
          method: 'GET',
          path: '/api/site/facilities/{id}/slots',
          operationId: 'listSlots',
          tags: TAG,
          protect: false,
          summary: 'List the times of a day',
          description: 'The slots of one facility on one booking day, in the venue’s local time.',
          requestHeaders: tenantHeader,
          errorResponses: {
            400: `${NO_VENUE}, or an invalid date`,
            403: REFUSED_ORIGIN,
            404: 'Unknown facility',
          },
        },
      })
      .input(DayQuery.extend({ id: FacilityId }))
      .output(DaySlots)
      .query(({ ctx, input }) =>
        availability.daySlots.query({ venueId: ctx.tenant.venueId, facilityId: input.id, date: input.date }),
      ),

    availability: publicProcedure
      .meta({
        scope: 'public',
        cached: true,
        unknownId: 'facility_not_found',
        openapi: {
          method: 'GET',
          path: '/api/site/facilities/{id}/availability',
          operationId: 'listAvailability',
          tags: TAG,
          protect: false,
          summary: 'Summarise a range of days',
          description: `Per day, whether anything can be booked and how many places are free. At most ${MAX_RANGE_DAYS} days.`,
          requestHeaders: tenantHeader,
          errorResponses: {
            400: `${NO_VENUE}, an invalid date, or a range that is reversed or over ${MAX_RANGE_DAYS} days`,
            403: REFUSED_ORIGIN,
            404: 'Unknown facility',
          },
        },
      })
      .input(
        z.object({
          id: FacilityId,
          from: LocalDate.optional().describe('Default: the current booking day'),
          to: LocalDate.optional().describe(`Default: ${DEFAULT_RANGE_DAYS} days after from`),
        }),
      )
      .output(Availability)
      .query(({ ctx, input }) =>
        availability.availability.query({
          venueId: ctx.tenant.venueId,
          facilityId: input.id,
          from: input.from,
          to: input.to,
        }),
      ),

    checkSlot: publicProcedure
      .meta({
        scope: 'public',
        cached: true,
        unknownId: 'slot_not_found',
        openapi: {
          method: 'GET',
          path: '/api/site/slots/{id}',
          operationId: 'checkSlot',
          tags: TAG,
          protect: false,
          summary: 'Re-check one time',
          description:
            'The state of one slot shortly before booking. Creating a booking checks for itself as well.',
          requestHeaders: tenantHeader,
          errorResponses: { 400: NO_VENUE, 403: REFUSED_ORIGIN, 404: 'Unknown slot' },
        },
      })
      .input(z.object({ id: SlotId }))
      .output(SlotCheck)
      .query(({ ctx, input }) =>
        availability.checkSlot.query({ venueId: ctx.tenant.venueId, slotId: input.id }),
      ),

    getChallenge: publicProcedure
      .meta({
        scope: 'public',
        openapi: {
          method: 'GET',
          path: '/api/site/challenge',
          operationId: 'getChallenge',
          tags: TAG,
          protect: false,
          summary: 'Get work for a booking',
          description: `Work that a booking has to bring while the venue’s facilities list says \`proof_of_work\`, by the protocol of ALTCHA: find a counter whose PBKDF2 key (password: the nonce and the counter as four bytes, big-endian) begins with \`keyPrefix\`. Valid for ${CHALLENGE_MINUTES} minutes, for one booking at this venue.`,
          requestHeaders: tenantHeader,
          errorResponses: { 400: NO_VENUE, 403: REFUSED_ORIGIN },
        },
      })
      .input(z.object({}))
      .output(ProofChallenge)
      .query(({ ctx }) => booking.challenge.query({ venueId: ctx.tenant.venueId })),

    createQuote: publicProcedure
      .meta({
        scope: 'public',
        openapi: {
          method: 'POST',
          path: '/api/site/quotes',
          operationId: 'createQuote',
          tags: TAG,
          protect: false,
          summary: 'Tell what a booking costs',
          description:
            'The price of a party in a slot, what it is made of, and a `quote` by which a booking costs exactly that for the venue’s `quote_minutes`. It holds no place.',
          requestHeaders: tenantHeader,
          errorResponses: {
            400: `${NO_VENUE}, or malformed JSON`,
            403: REFUSED_ORIGIN,
            413: `Body over ${BODY_LIMIT_KB} kB`,
            415: 'Body is not application/json',
            422: 'Invalid, or not bookable: venue not live, unknown slot, too few or too many people',
          },
        },
      })
      .input(QuoteRequest)
      .output(Quote)
      .query(({ ctx, input }) => booking.makeQuote.query({ venueId: ctx.tenant.venueId, wish: input })),

    createBooking: publicProcedure
      .meta({
        scope: 'public',
        status: 201,
        openapi: {
          method: 'POST',
          path: '/api/site/bookings',
          operationId: 'createBooking',
          tags: TAG,
          protect: false,
          summary: 'Book',
          description:
            'Books a slot. The last free place can not be sold twice. With a payment object in the answer, send the guest to its checkout_url; without one the booking is confirmed.',
          requestHeaders: headersOfCreate,
          responseHeaders: z.object({
            'RateLimit-Limit': z
              .string()
              .optional()
              .describe('Bookings that one address may make in an hour'),
            'RateLimit-Remaining': z
              .string()
              .optional()
              .describe('How many of them are left; absent when replayed'),
            'RateLimit-Reset': z.string().optional().describe('Seconds until one more is free again'),
          }),
          successDescription: 'Booked',
          errorResponses: {
            400: `${NO_VENUE}, or malformed JSON`,
            403: REFUSED_ORIGIN,
            409: 'A request with this Idempotency-Key is still under way',
            413: `Body over ${BODY_LIMIT_KB} kB`,
            415: 'Body is not application/json',
            422: 'Invalid, or not bookable: venue not live, slot full, blocked or past',
            429: `More than ${BOOKINGS_PER_HOUR} bookings an hour from this address`,
          },
        },
      })
      .input(BookingRequest)
      .output(BookingResponse)
      .mutation(async ({ ctx, input }) => {
        const { venueId } = ctx.tenant;
        // Mail that anybody can have sent to anybody must not carry a link of theirs.
        if (holdsWebAddress(input.customer_name)) throw fail('name_with_address');
        const { quota, ...created } = await booking.createBooking.mutate({
          venueId,
          booking: input,
          clientAddress: ctx.clientAddress,
          ...(ctx.idempotencyKey !== undefined && { idempotencyKey: ctx.idempotencyKey }),
        });
        bookingMade(venueId);
        if (quota) {
          ctx.setHeader('RateLimit-Limit', String(quota.limit));
          ctx.setHeader('RateLimit-Remaining', String(quota.remaining));
          ctx.setHeader('RateLimit-Reset', String(quota.resetSeconds));
        }
        return created;
      }),
  });
}
