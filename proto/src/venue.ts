import { z } from 'zod';
import { BookingField } from './bookingField.ts';
import { NETWORK_BITS } from './caps.ts';
import { Facility } from './facility.ts';
import { Email, Locale, multiLine, nameLine, singleLine, TimeOfDay } from './primitives.ts';
import { RefundTiers } from './refundRules.ts';
import { withoutRules } from './withoutRules.ts';

/** Characters of a DNS label. */
export const LONGEST_LABEL = 63;

/** Websites that one setting of a venue lists. */
export const MOST_ORIGINS = 100;

/** A slug is one DNS label, as a venue may be reached at `{slug}.{BASE_DOMAIN}`. */
export const Slug = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    `must be lower-case letters, digits and inner hyphens, at most ${LONGEST_LABEL}`,
  );

/**
 * Whether both Intl and Temporal know it. Names without an area are abbreviations to one of them or to
 * PostgreSQL: unknown, or a wrong clock in summer (`PST`, `CET`).
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

/** `https://example.com`: scheme, host and port, in the form a browser sends. */
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

const limitOf = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().describe(`${what}; null: no limit`);
const openHolds = (whose: string) => limitOf(1000, `Unpaid bookings that ${whose} may have open at once`);
const comingBookings = (whose: string) =>
  limitOf(10_000, `Upcoming bookings that ${whose} may have, made online with nothing paid there`);
const MAILBOX =
  'one mailbox (ignoring case, dots and +tags; counts bookings whose guest opened the link in the mail)';
const NETWORK = `one network (a /${NETWORK_BITS.v6} of IPv6, a /${NETWORK_BITS.v4} of IPv4)`;

/** The settings of a venue: the one place that says what each may be, and what it means. */
const settings = z.object({
  slug: Slug.describe('What the venue is called in addresses'),
  name: nameLine(200).describe('What guests know it by'),
  timezone: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/Amsterdam')
    .describe('IANA name, such as Europe/Amsterdam'),
  locale: Locale.describe('Language of the venue'),
  live: z.boolean().describe('Whether it takes online bookings'),
  day_start: TimeOfDay.describe('HH:MM at which a booking day starts'),
  allowed_origins: z
    .array(Origin)
    .max(MOST_ORIGINS)
    .describe('Websites that may call the API from a browser, such as https://example.com'),
  domains: z.array(Domain).max(20).describe('Domains of its own'),
  redirect_origins: z
    .array(Origin)
    .max(MOST_ORIGINS)
    .describe(
      'Websites to which guests may return after paying. Empty: the platform’s own pages, `domains` and `allowed_origins`',
    ),
  hold_minutes: z.int().min(1).max(1440).describe('Minutes that an unpaid booking keeps its places'),
  quote_minutes: z.int().min(1).max(1440).describe('Minutes for which a price holds that a guest was told'),
  cancel_until_hours: z
    .int()
    .min(0)
    .max(8760)
    .describe('Guests may cancel until so many hours before the start'),
  refund_tiers: RefundTiers.nullable().describe(
    'What comes back of what was paid online to a guest who cancels: `percent` of it until `until_hours` before the start, most hours first, and nothing after the last; null: all of it. A booking keeps those that it was made under',
  ),
  change_until_hours: z
    .int()
    .min(0)
    .max(8760)
    .nullable()
    .describe(
      'Guests may change the time, the party and the add-ons of their booking until so many hours before the start, as long as all that they paid would come back if they cancelled; null: not at all',
    ),
  check_in_from_hours: z
    .int()
    .min(0)
    .max(8760)
    .describe('Guests are checked in from so many hours before the start'),
  min_notice_minutes: z
    .int()
    .min(0)
    .max(525_600)
    .describe('A time can be booked until so many minutes before its start'),
  max_advance_days: z
    .int()
    .min(0)
    .max(3650)
    .nullable()
    .describe('A time can be booked from so many days before it; null: from any day'),
  address: multiLine(500).nullable().describe('Where guests go'),
  phone: nameLine(50).nullable().describe('Where guests call'),
  contact_email: Email.nullable().describe('Where guests write'),
  terms_url: singleLine(2000)
    .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an http(s) address')
    .nullable()
    .describe('Page with the terms of the venue'),
  mail_from_name: nameLine(100).nullable().describe('Sender of its mail; null: its name'),
  reply_to: Email.nullable().describe('Where replies to its mail go'),
  retain_days: z
    .int()
    .min(0)
    .max(36_500)
    .describe('Days after its slot until a booking forgets whom it was for'),
  proof_of_work: z
    .boolean()
    .describe(
      'Whether a guest’s browser has to work a moment for each booking: while somebody takes all places',
    ),
  trusted: z
    .boolean()
    .optional()
    .describe(
      'Whether its texts may link anywhere, and its mail go to any number of people. Only the operator sets it',
    ),
  notify_new: z.boolean().describe('Whether `contact_email` hears of new bookings by mail'),
  notify_changed: z.boolean().describe('Whether `contact_email` hears of changed bookings by mail'),
  notify_cancelled: z.boolean().describe('Whether `contact_email` hears of cancelled bookings by mail'),
  notify_daily: z
    .boolean()
    .describe('Whether it hears of them in one mail a day, at 07:00 of the venue; else within minutes'),
  max_open_holds_per_address: openHolds('one client address'),
  max_open_holds_per_email: openHolds(MAILBOX),
  max_open_holds_per_network: openHolds(NETWORK),
  max_coming_bookings_per_address: comingBookings('one client address'),
  max_coming_bookings_per_email: comingBookings(MAILBOX),
  max_coming_bookings_per_network: comingBookings(NETWORK),
});

/** A venue, as the admin API answers it. An answer may hold more, of a newer service. */
export const Venue = withoutRules(settings);
export type Venue = z.infer<typeof Venue>;

/** Body of `POST /api/admin/venues`. */
export const NewVenue = settings.strict().partial().required({ slug: true, name: true });
export type NewVenue = z.infer<typeof NewVenue>;

/** Body of `PATCH /api/admin/venues/{slug}`; a slug stays, as links hang on it. */
export const VenuePatch = settings.strict().omit({ slug: true }).partial();
export type VenuePatch = z.infer<typeof VenuePatch>;

/** Which domain to look up. */
export const DomainQuery = z.object({ domain: Domain.describe('The domain') });

/** The DNS record by which a venue proves that a domain is its own. */
export const DomainCheck = z.object({
  domain: z.string(),
  record: z.string().describe('Name of the DNS TXT record'),
  value: z.string().describe('What the record says'),
  state: z
    .enum(['found', 'missing', 'unknown'])
    .describe('Whether it is there now; unknown: DNS did not answer'),
  in_use: z.boolean().describe('Whether the domain is among those of the venue'),
});
export type DomainCheck = z.infer<typeof DomainCheck>;

/** A domain in use whose record is missing. `lost`: it is not served any more. */
export type DomainTrouble = { id: string; domain: string; missing_since: string; lost: boolean };

/** Which venues to list, by slug. */
export const VenuesQuery = z.object({
  after: Slug.optional().describe('List those behind this slug'),
  q: singleLine(200).optional().describe('Part of the slug, the name or a domain'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** What a client needs to know of a venue to show its booking flow. */
export const Site = z.object({
  live: z
    .boolean()
    .describe('Whether the venue takes online bookings; when false, show a coming-soon notice'),
  day_start: Venue.shape.day_start,
  timezone: Venue.shape.timezone.describe(
    'Zone that the venue’s local times are of, an IANA name such as Europe/Amsterdam',
  ),
  pays_online: z
    .boolean()
    .optional()
    .describe('Whether what a booking costs is paid online; absent while that is not known'),
  cancel_until_hours: Venue.shape.cancel_until_hours.optional(),
  refund_tiers: Venue.shape.refund_tiers
    .unwrap()
    .optional()
    .describe(
      'What comes back of what was paid online to a guest who cancels: `percent` of it until `until_hours` before the start; the last says until when a guest may cancel, in place of `cancel_until_hours`. Absent: all of it',
    ),
  terms_url: z.string().optional().describe('Page with the terms of the venue; absent when it has none'),
  address: z.string().optional().describe('Where guests go; absent when the venue has not said'),
  facilities: z.array(Facility),
  fields: z.array(BookingField),
  proof_of_work: z
    .literal(true)
    .optional()
    .describe('Present while a booking has to bring a proof of work: see `getChallenge`'),
});
export type Site = z.infer<typeof Site>;

/** The venue of a request, with what the gateway decides by. */
export const Tenant = z.object({
  venueId: z.int(),
  slug: z.string(),
  allowedOrigins: z.array(z.string()),
  domains: z.array(z.string()),
  /**
   * Where guests may return to; empty: the venue's own websites. Null while booking has not reported the
   * websites of earlier bookings; absent from a catalog of the release before. Both allow any website.
   */
  redirectOrigins: z.array(z.string()).nullable().optional(),
});
export type Tenant = z.infer<typeof Tenant>;

/** How guests reach a venue, for their ticket and their mail. */
export const VenueContact = z.object({
  slug: z.string(),
  name: z.string(),
  locale: Locale,
  timezone: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  contactEmail: z.string().nullable(),
  termsUrl: z.string().nullable(),
  mailFromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  /**
   * Hosts that its texts may link to; null: any. Absent: the service of the last release, which knows none.
   */
  linkHosts: z.array(z.string()).nullable().optional(),
  /** Since when it exists; absent as above. */
  createdAt: z.iso.datetime().optional(),
});
export type VenueContact = z.infer<typeof VenueContact>;
