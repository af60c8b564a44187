import { BOOKINGS_PER_HOUR, BookingRequest, BookingResponse } from '@venue-booking/proto/booking/booking';
import { IDEMPOTENCY_HOURS, IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { CHALLENGE_MINUTES, ChallengeQuery, ProofChallenge } from '@venue-booking/proto/booking/proofOfWork';
import { Quote, QuoteRequest } from '@venue-booking/proto/booking/quote';
import {
  Availability,
  DayQuery,
  DaySlots,
  DEFAULT_RANGE_DAYS,
  MAX_RANGE_DAYS,
  SlotCheck,
  SlotId,
} from '@venue-booking/proto/facility/slot';
import { fail } from '@venue-booking/proto/failures';
import { FacilityId, LocalDate } from '@venue-booking/proto/primitives';
import { Site } from '@venue-booking/proto/venue/venue';
import { containsWebAddress } from '@venue-booking/proto/webAddress';
import { z } from 'zod';
import type { Backends } from '../backends/backends.ts';
import { readSite } from '../backends/readSite.ts';
import { BODY_ERRORS } from '../http/requestBody.ts';
import { publicProcedure, type RestMeta, rest } from '../rest/restProcedure.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';

const NO_VENUE = 'Missing or unknown venue';
const tenantHeader = z.object({
  'X-Tenant': z
    .string()
    .optional()
    .describe('Slug of the venue. Optional only on a venue’s own domain or subdomain.')
    .meta({ example: 'sauna-aan-het-meer' }),
});

const headersOfCreate = tenantHeader.extend({
  'Idempotency-Key': IdempotencyKey.optional().describe(
    `A unique text per intended booking. Repeating a request with the same key within ${IDEMPOTENCY_HOURS} hours returns the same 201`,
  ),
});

type Description = NonNullable<RestMeta['openapi']> &
  Pick<RestMeta, 'cached' | 'status' | 'unknownId'> & { errors?: Record<number, string> };

/** A public call of a venue. @param description.errors descriptions of its own error statuses */
const guestCall = ({ errors, cached, status, unknownId, ...description }: Description) =>
  publicProcedure.meta({
    scope: 'public',
    cached,
    status,
    unknownId,
    openapi: {
      requestHeaders: tenantHeader,
      ...description,
      tags: ['Booking'],
      protect: false,
      errorResponses: {
        400: NO_VENUE,
        403: "The calling website is not among the venue's allowed origins",
        ...errors,
      },
    },
  });

/** The public REST API: a venue's facilities, their slots, and booking one. */
export function publicApi(
  { catalog, availability, booking, payment }: Backends,
  { mayReturnTo, publicUrl }: Pick<Tenancy, 'mayReturnTo'> & { publicUrl: string },
  onBookingCreated: (venueId: number) => void,
) {
  return rest.router({
    facilities: guestCall({
      method: 'GET',
      path: '/api/site/facilities',
      operationId: 'listFacilities',
      summary: 'List facilities',
      description:
        "The venue's bookable facilities, and the settings of the venue that a booking flow needs.",
      cached: true,
    })
      .input(z.object({}))
      .output(Site)
      .query(({ ctx: { venueId } }) => readSite({ catalog, payment, publicUrl }, venueId)),

    slots: guestCall({
      method: 'GET',
      path: '/api/site/facilities/{id}/slots',
      operationId: 'listSlots',
      summary: 'List the slots of a day',
      description: 'The slots of one facility on one booking day, in the venue’s local time.',
      errors: { 400: `${NO_VENUE}, or an invalid date`, 404: 'Unknown facility' },
      cached: true,
      unknownId: 'facility_not_found',
    })
      .input(DayQuery.extend({ id: FacilityId }))
      .output(DaySlots)
      .query(({ ctx: { venueId }, input: { id: facilityId, date } }) =>
        availability.daySlots.query({ venueId, facilityId, date }),
      ),

    availability: guestCall({
      method: 'GET',
      path: '/api/site/facilities/{id}/availability',
      operationId: 'listAvailability',
      summary: 'Summarise a range of days',
      description: `For each day, whether it has bookable slots and how many places are free. At most ${MAX_RANGE_DAYS} days.`,
      errors: {
        400: `${NO_VENUE}, an invalid date, or a range that is reversed or over ${MAX_RANGE_DAYS} days`,
        404: 'Unknown facility',
      },
      cached: true,
      unknownId: 'facility_not_found',
    })
      .input(
        z.object({
          id: FacilityId,
          from: LocalDate.optional().describe('Default: the current booking day'),
          to: LocalDate.optional().describe(`Default: ${DEFAULT_RANGE_DAYS} days after from`),
        }),
      )
      .output(Availability)
      .query(({ ctx: { venueId }, input: { id: facilityId, ...range } }) =>
        availability.availability.query({ venueId, facilityId, ...range }),
      ),

    checkSlot: guestCall({
      method: 'GET',
      path: '/api/site/slots/{id}',
      operationId: 'checkSlot',
      summary: 'Check a slot',
      description:
        'The current state of one slot, for a check shortly before booking. Creating a booking checks it again.',
      errors: { 404: 'Unknown slot' },
      cached: true,
      unknownId: 'slot_not_found',
    })
      .input(z.object({ id: SlotId }))
      .output(SlotCheck)
      .query(({ ctx: { venueId }, input }) => availability.checkSlot.query({ venueId, slotId: input.id })),

    getChallenge: guestCall({
      method: 'GET',
      path: '/api/site/challenge',
      operationId: 'getChallenge',
      summary: 'Get a proof-of-work challenge',
      description: `A booking requires a proof of work while the venue’s facilities list has \`proof_of_work\`, and after a response with a \`Proof-Of-Work\` header, whose value is the \`work\` to request. The protocol is that of ALTCHA: find a counter whose PBKDF2 key (password: the nonce and the counter as four bytes, big-endian) begins with \`keyPrefix\`. Valid for ${CHALLENGE_MINUTES} minutes, for one booking at this venue.`,
    })
      .input(ChallengeQuery)
      .output(ProofChallenge)
      .query(({ ctx: { venueId }, input }) => booking.challenge.query({ venueId, ...input })),

    createQuote: guestCall({
      method: 'POST',
      path: '/api/site/quotes',
      operationId: 'createQuote',
      summary: 'Quote a booking',
      description:
        'The price of a party in a slot with its lines, and a `quote` that guarantees this price for the venue’s `quote_minutes`. A quote holds no places or add-ons and does not check their availability. The list of slots shows it, and booking checks it.',
      errors: {
        400: `${NO_VENUE}, or malformed JSON`,
        ...BODY_ERRORS,
        422: 'Invalid or not bookable: venue not live, unknown slot, too few or too many people',
      },
    })
      .input(QuoteRequest)
      .output(Quote)
      .query(({ ctx: { venueId }, input: wish }) => booking.makeQuote.query({ venueId, wish })),

    createBooking: guestCall({
      method: 'POST',
      path: '/api/site/bookings',
      operationId: 'createBooking',
      summary: 'Create a booking',
      description:
        'Books a slot. The last free place cannot be sold twice. If the response has a payment object, send the guest to its checkout_url; otherwise the booking is confirmed.',
      requestHeaders: headersOfCreate,
      responseHeaders: z.object({
        'RateLimit-Limit': z.string().optional().describe('Bookings per hour that one address may make'),
        'RateLimit-Remaining': z
          .string()
          .optional()
          .describe('Remaining bookings; absent for a repeated request'),
        'RateLimit-Reset': z.string().optional().describe('Seconds until the next booking is allowed'),
      }),
      successDescription: 'Booked',
      errors: {
        400: `${NO_VENUE}, or malformed JSON`,
        409: 'A request with this Idempotency-Key is in progress',
        ...BODY_ERRORS,
        422: 'Invalid or not bookable: venue not live, slot full, blocked or past. With a `Proof-Of-Work` header: repeat the request with a proof of that much work, see `getChallenge`',
        429: `More than ${BOOKINGS_PER_HOUR} bookings an hour from this address, or more unpaid or upcoming ones than a \`max_…\` setting of the venue allows`,
      },
      status: 201,
    })
      .input(BookingRequest)
      .output(BookingResponse)
      .mutation(async ({ ctx, input }) => {
        const { venueId } = ctx;
        // Guests' mails contain the name: a link in it would let attackers send links to any address.
        if (containsWebAddress(input.customer_name)) throw fail('name_with_address');
        const { quota, ...created } = await booking.createBooking.mutate({
          venueId,
          booking: input,
          clientAddress: ctx.clientAddress,
          ...(input.redirect_url !== undefined && {
            redirectAllowed: mayReturnTo(ctx.tenant, input.redirect_url),
          }),
          ...(ctx.idempotencyKey !== undefined && { idempotencyKey: ctx.idempotencyKey }),
        });
        onBookingCreated(venueId);
        if (quota) {
          ctx.setHeader('RateLimit-Limit', String(quota.limit));
          ctx.setHeader('RateLimit-Remaining', String(quota.remaining));
          ctx.setHeader('RateLimit-Reset', String(quota.resetSeconds));
        }
        return created;
      }),
  });
}
