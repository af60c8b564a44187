import { BOOKINGS_PER_HOUR, BookingRequest, BookingResponse } from '@venue-booking/proto/booking/booking';
import { IDEMPOTENCY_HOURS, IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { CHALLENGE_MINUTES, ChallengeQuery, ProofChallenge } from '@venue-booking/proto/booking/proofOfWork';
import { Quote, QuoteRequest } from '@venue-booking/proto/booking/quote';
import {
  GuestSeries,
  GuestSeriesPreview,
  GuestSeriesPreviewRequest,
  GuestSeriesRequest,
  SERIES_HORIZON_DAYS,
} from '@venue-booking/proto/booking/seriesCode';
import {
  CONFIRM_HOURS,
  MAX_ENTRIES_PER_GUEST,
  WaitingListRequest,
  WaitingListResponse,
} from '@venue-booking/proto/booking/waitingList';
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
import { dayStartOf } from '../backends/dayStartOf.ts';
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

    joinWaitingList: guestCall({
      method: 'POST',
      path: '/api/site/waiting-list',
      operationId: 'joinWaitingList',
      summary: 'Join a waiting list',
      description: `Puts a guest on the waiting list of a full slot, or of a day without room for the party, of a facility with \`waiting_list\`. The guest confirms by a link in an e-mail within ${CONFIRM_HOURS} hours. Places that become free are held for the first guest who fits, in order of arrival, and offered by e-mail.`,
      requestHeaders: headersOfCreate,
      successDescription: 'On the list once confirmed',
      errors: {
        400: `${NO_VENUE}, or malformed JSON`,
        409: 'A request with this Idempotency-Key is in progress',
        ...BODY_ERRORS,
        422: 'Invalid, no waiting list, or there is still room: book instead. With a `Proof-Of-Work` header: repeat the request with a proof of that much work, see `getChallenge`',
        429: `More than ${BOOKINGS_PER_HOUR} requests an hour from this address, or more open entries or holds of this guest than allowed (at most ${MAX_ENTRIES_PER_GUEST})`,
      },
      status: 201,
    })
      .input(WaitingListRequest)
      .output(WaitingListResponse)
      .mutation(({ ctx, input }) => {
        if (containsWebAddress(input.customer_name)) throw fail('name_with_address');
        return booking.joinWaitingList.mutate({
          venueId: ctx.venueId,
          entry: input,
          clientAddress: ctx.clientAddress,
          ...(ctx.idempotencyKey !== undefined && { idempotencyKey: ctx.idempotencyKey }),
        });
      }),

    previewGuestSeries: guestCall({
      method: 'POST',
      path: '/api/site/series/preview',
      operationId: 'previewGuestSeries',
      summary: 'Show the dates of a series',
      description: `For a guest with a code of the venue, such as a club: the dates of a series that repeats every so many weeks, which of them are free, and their prices. At most ${SERIES_HORIZON_DAYS} days ahead, also beyond the venue’s \`max_advance_days\`. Nothing is reserved.`,
      errors: {
        400: `${NO_VENUE}, or malformed JSON`,
        404: 'Unknown code',
        ...BODY_ERRORS,
        422: 'Invalid, not bookable, too far ahead, or more dates than the code allows',
        429: `More than ${BOOKINGS_PER_HOUR} bookings or wrong codes an hour from this address`,
      },
    })
      .input(GuestSeriesPreviewRequest)
      .output(GuestSeriesPreview)
      .query(async ({ ctx: { venueId, clientAddress }, input: wish }) => {
        const dayStart = await dayStartOf(catalog, venueId);
        return booking.series.previewByCode.query({ venueId, clientAddress, dayStart, wish });
      }),

    createGuestSeries: guestCall({
      method: 'POST',
      path: '/api/site/series',
      operationId: 'createGuestSeries',
      summary: 'Book a series',
      description:
        'Books a slot on each date for a guest with a code of the venue, each date priced by its own rules. Either all dates are booked or none. The guest pays at the venue, and gets one e-mail with the ticket of each date.',
      requestHeaders: headersOfCreate,
      successDescription: 'Booked',
      errors: {
        400: `${NO_VENUE}, or malformed JSON`,
        404: 'Unknown code',
        409: 'A request with this Idempotency-Key is in progress',
        ...BODY_ERRORS,
        422: 'Invalid, more dates than the code allows, or a date is not bookable: nothing was booked',
        429: `More than ${BOOKINGS_PER_HOUR} bookings or wrong codes an hour from this address`,
      },
      status: 201,
    })
      .input(GuestSeriesRequest)
      .output(GuestSeries)
      .mutation(async ({ ctx, input: series }) => {
        const { venueId, clientAddress, idempotencyKey } = ctx;
        if (containsWebAddress(series.customer_name)) throw fail('name_with_address');
        const made = await booking.series.bookByCode.mutate({
          ...{ venueId, clientAddress, series },
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        });
        onBookingCreated(venueId);
        return made;
      }),
  });
}
