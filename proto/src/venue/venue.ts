import { z } from 'zod';
import { Facility } from '../facility/facility.ts';
import { Country } from '../invoice/country.ts';
import { InvoiceDetails } from '../invoice/invoiceDetails.ts';
import { RefundTiers } from '../payment/refundTiers.ts';
import { Email, Locale, multiLine, NETWORK_BITS, nameLine, singleLine, TimeOfDay } from '../primitives.ts';
import { translationsOf } from '../translations.ts';
import { VisitInfo, VisitMailHours } from '../visitMail.ts';
import { withoutRules } from '../withoutRules.ts';
import { BookingField } from './bookingField.ts';
import { Brand, BrandPatch } from './brand.ts';
import { BusinessType } from './businessType.ts';
import { Holidays } from './holiday.ts';
import { PlanKey } from './plan.ts';

/** Maximum number of characters of a DNS label. */
export const MAX_LABEL_LENGTH = 63;

/** Maximum number of websites in one setting of a venue. */
export const MAX_ORIGINS = 100;

/** A slug is one DNS label, because a venue may be served at `{slug}.{BASE_DOMAIN}`. */
export const Slug = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    `must be lower-case letters, digits and inner hyphens, at most ${MAX_LABEL_LENGTH}`,
  );

/**
 * Whether Intl, Temporal and PostgreSQL all know a zone. Names without an area are abbreviations to some of
 * them: unknown, or without daylight saving time (`PST`, `CET`).
 */
const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name === 'UTC' || /^[a-z]+\//i.test(name);
  } catch {
    return false;
  }
};

const isOrigin = (text: string) =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** `https://example.com`: scheme, host and port, as a browser sends it. */
export const Origin = z
  .string()
  .max(300)
  .refine(isOrigin, 'must be an origin such as https://example.com, without a path');
const Domain = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/,
    'must be a domain name',
  );

const WebPage = singleLine(2000).refine(
  (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
  'must be an http(s) address',
);

const limitOf = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().describe(`${what}; null: no limit`);
const openHolds = (whose: string) =>
  limitOf(1000, `Maximum number of unpaid bookings that ${whose} may hold at once`);
const comingBookings = (whose: string) =>
  limitOf(
    10_000,
    `Maximum number of upcoming bookings that ${whose} may have, counting those made online without an online payment`,
  );
const MAILBOX =
  'one mailbox (ignoring case, dots and +tags; counts bookings whose guest opened the link in the mail)';
const NETWORK = `one network (a /${NETWORK_BITS.v6} of IPv6, a /${NETWORK_BITS.v4} of IPv4)`;

/** The settings of a venue, with their validation and descriptions. */
const settings = z.object({
  slug: Slug.describe('Name of the venue in URLs'),
  name: nameLine(200).describe('Name for guests'),
  timezone: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/Amsterdam')
    .describe('IANA name, such as Europe/Amsterdam'),
  locale: Locale.describe('Language of the venue'),
  live: z.boolean().describe('Whether it accepts online bookings'),
  day_start: TimeOfDay.describe('HH:MM at which a booking day starts'),
  holidays: Holidays.optional().describe(
    'Days of every year on which all facilities are closed or have different opening hours. A special day of the venue or of a facility takes precedence',
  ),
  allowed_origins: z
    .array(Origin)
    .max(MAX_ORIGINS)
    .describe('Websites that may call the API from a browser, such as https://example.com'),
  domains: z.array(Domain).max(20).describe("The venue's own domains"),
  primary_domain: Domain.nullable()
    .optional()
    .describe(
      'The one of `domains` that links for guests use: the page of the venue, tickets, payments and mails. null: the address of the platform. Without a choice, the first domain of a venue becomes its primary domain',
    ),
  redirect_origins: z
    .array(Origin)
    .max(MAX_ORIGINS)
    .describe(
      'Websites to which guests may return after paying, besides `domains` and the platform’s own pages. Empty: also `allowed_origins`',
    ),
  hold_minutes: z.int().min(1).max(1440).describe('Minutes that an unpaid booking holds its places'),
  quote_minutes: z.int().min(1).max(1440).describe('Minutes for which a quoted price is guaranteed'),
  cancel_until_hours: z
    .int()
    .min(0)
    .max(8760)
    .describe('Guests may cancel until this many hours before the start'),
  refund_tiers: RefundTiers.nullable().describe(
    'Refund of the online payment when a guest cancels: `percent` until `until_hours` before the start, most hours first, and nothing after the last tier. null: full refund. Existing bookings keep the rules that applied when they were made',
  ),
  change_until_hours: z
    .int()
    .min(0)
    .max(8760)
    .nullable()
    .describe(
      'Guests may change the time, party and add-ons of their booking until this many hours before the start, as long as a cancellation would be fully refunded. null: guests cannot change bookings',
    ),
  check_in_from_hours: z
    .int()
    .min(0)
    .max(8760)
    .describe('Guests can be checked in from this many hours before the start'),
  min_notice_minutes: z
    .int()
    .min(0)
    .max(525_600)
    .describe('Slots can be booked until this many minutes before their start'),
  max_advance_days: z
    .int()
    .min(0)
    .max(3650)
    .nullable()
    .describe('Slots can be booked from this many days in advance; null: no limit'),
  country: Country.nullable()
    .optional()
    .describe('Country of the venue, as two letters such as NL; the default in its invoice details'),
  address: multiLine(500).nullable().describe('Address for guests'),
  description: multiLine(4000)
    .nullable()
    .optional()
    .describe('What the venue is, for its page. A blank line begins a paragraph'),
  accessibility_text: multiLine(4000)
    .nullable()
    .optional()
    .describe(
      'What guests with a disability find at the venue, such as steps, lifts and parking; for its accessibility statement',
    ),
  translations: translationsOf({
    description: multiLine(4000).min(1, 'must not be empty'),
    accessibility_text: multiLine(4000).min(1, 'must not be empty'),
    visit_info: VisitInfo.min(1, 'must not be empty'),
  }).optional(),
  business_type: BusinessType.optional().describe(
    'What the venue is for search engines: a type of business at schema.org',
  ),
  phone: nameLine(50).nullable().describe('Phone number for guests'),
  contact_email: Email.nullable().describe('E-mail address for guests'),
  terms_url: WebPage.nullable().describe('Page with the terms of the venue'),
  // Optional, because a catalog service of the previous release omits them.
  reminder_hours: VisitMailHours.optional().describe(
    'Guests get a reminder by mail this many hours before their visit, never between 21:00 and 08:00 local time. 0: no reminder',
  ),
  follow_up_hours: VisitMailHours.optional().describe(
    'Guests get a mail this many hours after the end of their visit, never between 21:00 and 08:00 local time. 0: no such mail',
  ),
  visit_info: VisitInfo.nullable()
    .optional()
    .describe('Directions and what to bring, for the reminder. A blank line begins a paragraph'),
  review_url: WebPage.nullable()
    .optional()
    .describe('Page where guests can write a review, for the mail after their visit'),
  sms_reminders: z
    .boolean()
    .optional()
    .describe(
      'Whether guests with a phone number also get their reminder as an SMS, if the platform sends SMS',
    ),
  sms_offers: z
    .boolean()
    .optional()
    .describe(
      'Whether guests of the waiting list with a phone number also get their offers as an SMS, if the platform sends SMS',
    ),
  sms_country_code: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a calling code such as 31')
    .nullable()
    .optional()
    .describe(
      'Calling code of the country of phone numbers without one, such as 31. null: only numbers with a calling code get an SMS',
    ),
  brand: BrandPatch.optional().describe(
    'Logo, picture, accent colour and corners of its pages, mails and widget',
  ),
  invoicing: InvoiceDetails.nullable()
    .optional()
    .describe(
      'What invoices say about the venue, as a whole; null: guests and the desk cannot get invoices. Issued invoices keep the details that they were issued with',
    ),
  mail_from_name: nameLine(100).nullable().describe('Sender name of its mail; null: the name of the venue'),
  reply_to: Email.nullable().describe('Address for replies to its mail'),
  retain_days: z
    .int()
    .min(0)
    .max(36_500)
    .describe('Days after the slot until the guest of a booking is erased'),
  proof_of_work: z
    .boolean()
    .describe(
      'Whether each booking needs a proof of work by the guest’s browser. Use it during an attack that takes all places',
    ),
  trusted: z
    .boolean()
    .optional()
    .describe(
      'Whether its texts may link to any website and its mail may go to any number of people. Only the operator can set it',
    ),
  plan: PlanKey.nullable()
    .optional()
    .describe('Key of its plan; null: none, and so no limits. Only the operator can set it'),
  notify_new: z.boolean().describe('Whether to notify `contact_email` of new bookings'),
  notify_changed: z.boolean().describe('Whether to notify `contact_email` of changed bookings'),
  notify_cancelled: z.boolean().describe('Whether to notify `contact_email` of cancelled bookings'),
  notify_daily: z
    .boolean()
    .describe(
      'Whether to send these notifications in one mail a day at 07:00 local time, instead of within minutes',
    ),
  max_open_holds_per_address: openHolds('one client address'),
  max_open_holds_per_email: openHolds(MAILBOX),
  max_open_holds_per_network: openHolds(NETWORK),
  max_coming_bookings_per_address: comingBookings('one client address'),
  max_coming_bookings_per_email: comingBookings(MAILBOX),
  max_coming_bookings_per_network: comingBookings(NETWORK),
});

/** A venue, as the admin API returns it. Responses of a newer service may contain more fields. */
export const Venue = withoutRules(settings);
export type Venue = z.infer<typeof Venue>;

/** Body of `POST /api/admin/venues`. */
export const NewVenue = settings.strict().partial().required({ slug: true, name: true });
export type NewVenue = z.infer<typeof NewVenue>;

/** What a person chooses when signing up a venue. */
export const venueNames = settings.pick({ slug: true, name: true, timezone: true, locale: true }).shape;

/** Body of `PATCH /api/admin/venues/{slug}`. The slug can't change, because links contain it. */
export const VenuePatch = settings.strict().omit({ slug: true }).partial();
export type VenuePatch = z.infer<typeof VenuePatch>;

/** The domain to look up. */
export const DomainQuery = z.object({ domain: Domain.describe('The domain') });

/** The DNS record with which a venue proves that it owns a domain. */
export const DomainCheck = z.object({
  domain: z.string(),
  record: z.string().describe('Name of the DNS TXT record'),
  value: z.string().describe('Content of the record'),
  state: z
    .enum(['found', 'missing', 'unknown'])
    .describe('Whether the record exists now; unknown: DNS did not respond'),
  in_use: z.boolean().describe('Whether the domain is among those of the venue'),
});
export type DomainCheck = z.infer<typeof DomainCheck>;

/** A venue's domain whose DNS record is missing. `lost`: the domain is not served any more. */
export type DomainTrouble = { id: string; domain: string; missing_since: string; lost: boolean };

/** Filters of the list of venues, which is ordered by slug. */
export const VenuesQuery = z.object({
  after: Slug.optional().describe('Return venues after this slug'),
  plan: PlanKey.optional().describe('Only venues with this plan'),
  q: singleLine(200).optional().describe('Part of the slug, the name or a domain'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** The data of a venue that a client needs for its booking flow. */
export const Site = z.object({
  live: z
    .boolean()
    .describe('Whether the venue accepts online bookings. If false, show a coming-soon notice'),
  suspended: z
    .literal(true)
    .optional()
    .describe('Present while the platform has suspended the venue: it takes no bookings now'),
  day_start: Venue.shape.day_start,
  timezone: Venue.shape.timezone.describe(
    'Time zone of the venue’s local times, an IANA name such as Europe/Amsterdam',
  ),
  pays_online: z
    .boolean()
    .optional()
    .describe('Whether bookings are paid online; absent while that is unknown'),
  cancel_until_hours: Venue.shape.cancel_until_hours.optional(),
  refund_tiers: Venue.shape.refund_tiers
    .unwrap()
    .optional()
    .describe(
      'Refund of the online payment when a guest cancels: `percent` until `until_hours` before the start. The last tier is also the deadline for cancelling, instead of `cancel_until_hours`. Absent: full refund',
    ),
  terms_url: z.string().optional().describe('Page with the terms of the venue; absent if there is none'),
  address: z.string().optional().describe('Address of the venue; absent if it is not set'),
  brand: Brand.optional().describe(
    'How the venue looks; absent if nothing of it is set. Images have absolute URLs',
  ),
  facilities: z.array(Facility),
  fields: z.array(BookingField),
  proof_of_work: z
    .literal(true)
    .optional()
    .describe('Present while each booking needs a proof of work: see `getChallenge`'),
});
export type Site = z.infer<typeof Site>;

/** The venue of a request, with the settings that the gateway checks. */
export const Tenant = z.object({
  venueId: z.int(),
  slug: z.string(),
  allowedOrigins: z.array(z.string()),
  domains: z.array(z.string()),
  /** The domain of links for guests; absent from a service of the previous release. */
  primaryDomain: z.string().nullable().optional(),
  /**
   * Websites where guests may return to; empty: the venue's own websites. Null until booking has reported the
   * websites of earlier bookings; absent from a catalog of the previous release. Both allow any website.
   */
  redirectOrigins: z.array(z.string()).nullable().optional(),
  /** Whether the operator has deleted it; absent from a catalog of the previous release. */
  deleted: z.boolean().optional(),
});
export type Tenant = z.infer<typeof Tenant>;

/** The booking days of a venue: its time zone, and HH:MM at which they start. */
export type VenueDays = { venueId: number; slug: string; name: string; timezone: string; dayStart: string };

/** Contact data of a venue, for tickets and mails. */
export const VenueContact = z.object({
  slug: z.string(),
  name: z.string(),
  locale: Locale,
  timezone: z.string(),
  /** HH:MM at which a booking day starts; absent from a service of the previous release. */
  dayStart: TimeOfDay.optional(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  contactEmail: z.string().nullable(),
  termsUrl: z.string().nullable(),
  /** The domain of links for guests; absent from a service of the previous release. */
  primaryDomain: z.string().nullable().optional(),
  /** Images are paths relative to the API. Absent from a service of the previous release. */
  brand: Brand.optional(),
  mailFromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  /** Hosts that the venue's texts may link to; null: any. Absent from a service of the previous release. */
  linkHosts: z.array(z.string()).nullable().optional(),
  /** When the venue was created; absent from a service of the previous release. */
  createdAt: z.iso.datetime().optional(),
});
export type VenueContact = z.infer<typeof VenueContact>;
