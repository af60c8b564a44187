import { z } from 'zod';
import { SlotId } from '../facility/slot.ts';
import { SmsState } from '../mail/sms.ts';
import { BookedAddOn } from '../price/addOns.ts';
import { BookedGuests } from '../price/guests.ts';
import { FacilityId, LocalDate, LocalDateTime, Locale, VenueId } from '../primitives.ts';
import { BookingRequest } from './booking.ts';
import { IdempotencyKey } from './idempotencyKey.ts';
import { Quote } from './quote.ts';

/** The status of an entry. The ends are `booked`, `left` (also by the desk) and `expired`. */
export const WaitingStatus = z.enum(['unconfirmed', 'waiting', 'offered', 'booked', 'left', 'expired']);
export type WaitingStatus = z.infer<typeof WaitingStatus>;

/** Hours within which a guest confirms an entry by the link in the mail. */
export const CONFIRM_HOURS = 24;

/** Maximum number of open entries of one mailbox at a venue. */
export const MAX_ENTRIES_PER_GUEST = 10;

/** Maximum number of open entries for one booking day of a facility. */
export const MAX_ENTRIES_PER_DAY = 10_000;

const { customer_name, customer_email, people, guests, add_ons, extra, locale, proof_of_work } =
  BookingRequest.shape;

/** Body of `POST /api/site/waiting-list`: a slot, or a facility and a day. */
export const WaitingListRequest = z
  .strictObject({
    slot_id: SlotId.optional().describe('Id of the slot; with it, leave out `facility_id` and `date`'),
    facility_id: FacilityId.optional().describe('The facility, to wait for any slot of the `date`'),
    date: LocalDate.optional().describe('The booking day, with `facility_id`'),
    ...{ people, guests, add_ons, extra, locale },
    customer_name,
    customer_email: customer_email.describe('E-mail address for the confirmation and for offers'),
    proof_of_work: proof_of_work.describe('Required while the facilities list has `proof_of_work`'),
  })
  .refine(
    ({ slot_id: slot, facility_id: facility, date }) =>
      slot === undefined ? facility !== undefined && date !== undefined : (facility ?? date) === undefined,
    'needs `slot_id`, or `facility_id` and `date`',
  );
export type WaitingListRequest = z.infer<typeof WaitingListRequest>;

export const WaitingListResponse = z.object({
  status: WaitingStatus.describe(
    `\`unconfirmed\` until the guest confirms by the link in the mail, within ${CONFIRM_HOURS} hours`,
  ),
  facility: z.string().describe('Name of the facility'),
  date: LocalDate.describe('The booking day'),
  slot_id: SlotId.optional().describe('Present if the guest waits for one slot'),
  people: z.int().describe('Number of places needed'),
  leave_url: z.url().describe('Signed link to the page where the guest leaves the list'),
});
export type WaitingListResponse = z.infer<typeof WaitingListResponse>;

/** Request from the gateway to the booking service. */
export const JoinWaitingList = z.object({
  venueId: VenueId,
  entry: WaitingListRequest,
  clientAddress: z.string(),
  idempotencyKey: IdempotencyKey.optional(),
});
export type JoinWaitingList = z.infer<typeof JoinWaitingList>;

/** The data behind a link to an entry of the waiting list. */
export const WaitingPage = z.object({
  venueId: VenueId,
  status: WaitingStatus,
  /** Whether the link came by mail, so that it may confirm the entry and answer an offer. */
  byMail: z.boolean(),
  locale: Locale,
  facility: z.string(),
  date: LocalDate,
  /** The times of the slot that is offered or waited for; absent for any slot of the day. */
  slot: z.object({ starts_at: LocalDateTime, ends_at: LocalDateTime.optional() }).optional(),
  people: z.int(),
  guests: z.array(BookedGuests).optional(),
  add_ons: z.array(BookedAddOn).optional(),
  /** Identity of the offer, and its end in the venue's local time. */
  offer: z.object({ id: z.uuid(), until: LocalDateTime, quote: Quote.optional() }).optional(),
  /** Whether the venue takes online payments, so that accepting leads to a payment page if a price is due. */
  paysOnline: z.boolean(),
  /** The ticket of the booking that the guest made from the offer. */
  ticketUrl: z.url().optional(),
});
export type WaitingPage = z.infer<typeof WaitingPage>;

/** Why a later guest was offered a place first, as a code. */
export const SkippedReason = z
  .enum(['places_short', 'add_on_gone', 'party_not_allowed', 'offer_open'])
  .describe(
    'Why a later guest was offered a place first. `places_short`: too few places; `add_on_gone`: an add-on is out of stock; `party_not_allowed`: the facility no longer takes such a party; `offer_open`: the guest has another open offer of the venue',
  );
export type SkippedReason = z.infer<typeof SkippedReason>;

/** An entry as the desk sees it. */
export const WaitingEntry = z.object({
  id: z.int(),
  status: WaitingStatus,
  facility_id: FacilityId,
  date: LocalDate,
  slot_id: SlotId.optional().describe('The slot that the guest waits for; absent: any slot of the day'),
  starts_at: LocalDateTime.optional().describe('Start of that slot'),
  people: z.int().describe('Number of places needed'),
  customer_name: z.string(),
  customer_email: z.string(),
  extra: z.record(z.string(), z.union([z.string(), z.boolean()])),
  locale: Locale,
  created_at: z.string().describe('Instant of arrival, ISO 8601 in UTC'),
  offer_slot_id: SlotId.optional().describe('The slot of the open offer'),
  offer_starts_at: LocalDateTime.optional().describe('Start of the offered slot'),
  offer_until: LocalDateTime.optional().describe('End of the open offer'),
  skipped: SkippedReason.optional(),
  sms: SmsState.optional(),
});
export type WaitingEntry = z.infer<typeof WaitingEntry>;

/** Which entries the desk lists. */
export const WaitingListQuery = z.object({
  facility: z.coerce.number().pipe(FacilityId).optional().describe('Only this facility'),
  date: LocalDate.optional().describe('Only this booking day'),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Only entries after this `id`: the last one of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type WaitingListQuery = z.infer<typeof WaitingListQuery>;

/** Body of an offer by hand. */
export const WaitingOffer = z.strictObject({
  slot_id: SlotId.optional().describe(
    'The slot to offer, of the same facility; default: the one that the guest waits for',
  ),
});
