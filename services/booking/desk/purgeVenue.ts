import {
  deadLettersOf,
  OF_VENUE,
  type PurgeState,
  type PurgeStep,
  purgeRows,
} from '@venue-booking/kit/postgres/purgeRows';
import type { BookingDatabase } from '../database.ts';
import { type DeleteMailFiles, eraseVenue } from './eraseGuest.ts';

const has = (table: string, of: string): string =>
  `EXISTS (SELECT FROM booking.${table} o WHERE o.venue_id = $1::integer AND ${of})`;
const isOfBooking = 'o.booking_id = booking.id';

/** Bookings without an invoice and without money: nothing requires to keep them. */
const WITHOUT_MONEY = `${OF_VENUE} AND coalesce(payment_status, '') NOT IN ('paid', 'refunded')
  AND NOT ${has('invoice', isOfBooking)} AND NOT ${has('further_payment', isOfBooking)}`;

/**
 * What is deleted and what is emptied, children first. Invoices with their numbers, payments at the desk,
 * closings of the till and the bookings that these belong to stay, without names
 * (docs/decisions/0123-deleted-venues.md).
 */
const STEPS: readonly PurgeStep[] = [
  ...[
    'check_in_scan',
    'venue_notice',
    'mail',
    'move_item',
    'history',
    'message',
    'mail_text',
    'guest_note',
    'idempotency_key',
    'limit_tally',
    'calendar_feed',
    'webhook_delivery',
    'webhook',
    'waiting',
    'waiting_day',
    'invoice_due',
    'payment_terms',
    'venue_fields',
    'venue_recipient',
    'series_code',
    'imported_ticket',
  ].map((table) => ({ table: `booking.${table}` })),
  deadLettersOf('booking'),
  { table: 'booking.booking', where: WITHOUT_MONEY },
  {
    table: 'booking.reservation_outcome',
    where: `${OF_VENUE} AND NOT ${has('booking', 'o.uid = booking_uid')}`,
  },
  {
    table: 'booking.facility',
    where: `${OF_VENUE} AND NOT ${has('booking', 'o.facility_id = facility.id')}`,
  },
  {
    table: 'booking.booking',
    where: `${OF_VENUE} AND facility_name <> ''`,
    // Another nonce makes the links of the booking invalid.
    set: `facility_name = '', guests = NULL, add_ons = NULL, price_lines = NULL, rest_terms = NULL,
      rest_due_at = NULL, visit_mail_at = NULL, series_id = NULL, series_place = NULL,
      nonce = uuid_send(gen_random_uuid())`,
  },
  {
    table: 'booking.further_payment',
    where: `${OF_VENUE} AND (actor NOT IN ('system', 'guest') OR note <> '' OR request_key IS NOT NULL)`,
    set: `actor = CASE actor WHEN 'guest' THEN actor ELSE 'system' END, note = '', request_key = NULL`,
  },
  {
    table: 'booking.till',
    where: `${OF_VENUE} AND (actor <> 'system' OR note <> '')`,
    set: `actor = 'system', note = ''`,
  },
  {
    table: 'booking.invoice',
    where: `${OF_VENUE} AND actor NOT IN ('system', 'guest')`,
    set: `actor = 'system'`,
  },
  {
    table: 'booking.facility',
    where: `${OF_VENUE} AND name <> ''`,
    set: `name = '', names = NULL, pricing = NULL, deposit = NULL, visit_info = NULL`,
  },
  {
    table: 'booking.venue',
    where: `id = $1::integer AND NOT ${has('booking', 'true')} AND NOT ${has('till', 'true')} AND NOT ${has('invoice_number', 'true')}`,
  },
  {
    table: 'booking.venue',
    // An empty slug, because a venue without one is named anew from the catalog.
    where: `id = $1::integer AND slug IS DISTINCT FROM ''`,
    set: `slug = '', name = '', primary_domain = NULL, redirect_origins = '{}', invoicing = NULL, visit_info = NULL,
      review_url = NULL, refund_tiers = NULL, plan_rules = NULL, uncapped = '{}'`,
  },
];

/** Purges a batch of a deleted venue's data. Idempotent. */
export async function purgeVenue(
  deps: { database: BookingDatabase; deleteMailFiles: DeleteMailFiles },
  venueId: number,
): Promise<PurgeState> {
  // First the guests, with the files of their mails, which the rows name.
  if (await eraseVenue(deps, venueId)) return 'more';
  // The files of mails about waiting lists.
  await deps.deleteMailFiles([{ venueId, bookingId: 0 }]);
  return (await purgeRows(deps.database, venueId, STEPS)) ? 'more' : 'done';
}
