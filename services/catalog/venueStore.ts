import { checkTimetable, SHORTEST_SLOTS } from '@venue-booking/domain/schedule/checkTimetable';
import { hoursInDay } from '@venue-booking/domain/schedule/openingHours';
import { settingsChange } from '@venue-booking/domain/schedule/settingsChange';
import { requireOwnLinks } from '@venue-booking/domain/venue/ownLinks';
import { appendEvents } from '@venue-booking/kit/events/outbox';
import { columnsOf, fromFields, toFields } from '@venue-booking/kit/postgres/columns';
import { onUniqueViolation } from '@venue-booking/kit/postgres/sql';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import { NO_BRAND } from '@venue-booking/proto/venue/brand';
import type { BusinessType } from '@venue-booking/proto/venue/businessType';
import { CAP_NAMES, NO_CAPS } from '@venue-booking/proto/venue/caps';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import {
  type NewVenue,
  type Tenant,
  VenueContact,
  type VenueDays,
  type VenuePatch,
  Venue as VenueSettings,
} from '@venue-booking/proto/venue/venue';
import type { ListedVenue } from '@venue-booking/proto/venue/venueState';
import type { ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import { hostsOf } from '@venue-booking/proto/webAddress';
import { brandOf, changedBrand } from './brand.ts';
import { capColumns, capsOfRow } from './caps.ts';
import { type Changed, changeVenue, type Deps, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import { checkDayHours, comingWindows, dateOf, hoursOf, valuesOf, valuesOfRow } from './dayHours.ts';
import { timetableOf } from './facilityStore.ts';
import { Prisma, type Venue } from './gen/prisma/client.ts';
import { requirePlan } from './plans/planStore.ts';
import { requireFeature, requireLanguages, requireWithinPlan } from './plans/requirePlan.ts';
import { holidaysOf } from './specialDays.ts';
import { translationsColumn, translationsIn } from './translations.ts';
import { venueChanged, venuePlanChanged } from './venueEvents.ts';
import { stateOf } from './venueState.ts';

/** Settings of a new venue that are not in the request. */
const DEFAULTS: Omit<VenueSettings, 'slug' | 'name'> = {
  timezone: 'Europe/Amsterdam',
  locale: 'nl',
  live: false,
  day_start: '06:00',
  holidays: [],
  allowed_origins: [],
  domains: [],
  primary_domain: null,
  redirect_origins: [],
  hold_minutes: 15,
  quote_minutes: 15,
  cancel_until_hours: 24,
  change_until_hours: null,
  check_in_from_hours: 12,
  refund_tiers: null,
  min_notice_minutes: 0,
  max_advance_days: null,
  description: null,
  accessibility_text: null,
  business_type: 'LocalBusiness',
  country: null,
  address: null,
  phone: null,
  contact_email: null,
  terms_url: null,
  reminder_hours: 24,
  follow_up_hours: 0,
  visit_info: null,
  review_url: null,
  sms_reminders: false,
  sms_offers: false,
  sms_country_code: null,
  mail_from_name: null,
  reply_to: null,
  retain_days: 365,
  brand: NO_BRAND,
  invoicing: null,
  proof_of_work: false,
  trusted: false,
  plan: null,
  notify_new: true,
  notify_changed: true,
  notify_cancelled: true,
  notify_daily: false,
  ...NO_CAPS,
};

export const withDomains = { domains: { orderBy: { domain: 'asc' as const } } };
type VenueRow = Venue & { domains: { domain: string }[] };

const columns = VenueSettings.keyof().exclude([
  'slug',
  'domains',
  'refund_tiers',
  'holidays',
  'brand',
  'translations',
  'invoicing',
  ...CAP_NAMES,
]).options;

const toSettings = (venue: VenueRow): VenueSettings => ({
  slug: venue.slug,
  ...fromFields(columns, venue),
  locale: venue.locale as VenueSettings['locale'],
  business_type: businessTypeOf(venue),
  ...translationsIn<VenueSettings['translations']>(venue),
  domains: venue.domains.map(({ domain }) => domain),
  refund_tiers: venue.refundTiers as VenueSettings['refund_tiers'],
  holidays: holidaysOf(venue),
  brand: brandOf(venue),
  invoicing: venue.invoicing as VenueSettings['invoicing'],
  ...capsOfRow(venue),
});

/** What the venue is for search engines. */
export const businessTypeOf = ({ businessType }: Pick<Venue, 'businessType'>) =>
  (businessType ?? 'LocalBusiness') as BusinessType;

/** Columns for the settings in this patch, brand and caps excluded. */
const settingColumns = <Given extends Omit<VenuePatch, 'domains'>>(settings: Given) => ({
  ...toFields(columns, settings),
  ...(settings.holidays && { holidays: settings.holidays }),
  ...(settings.translations && { translations: translationsColumn(settings.translations) }),
  ...(settings.refund_tiers !== undefined && { refundTiers: settings.refund_tiers ?? Prisma.DbNull }),
  ...(settings.invoicing !== undefined && { invoicing: settings.invoicing ?? Prisma.DbNull }),
});

/** @throws `slug_taken`, `domain_taken`, `link_foreign`, `validation` */
export async function createVenue(
  { database, wakeRelay }: Deps,
  input: NewVenue,
): Promise<Changed<VenueSettings>> {
  const outcome = await database.$transaction((tx) => insertVenue(tx, input));
  wakeRelay();
  return outcome;
}

/**
 * Inserts a venue with its events in the caller's transaction.
 * @param signedUpBy a keyed hash of the address that signs it up; null: the operator creates it
 * @throws as {@link createVenue}
 */
export async function insertVenue(
  tx: CatalogTx,
  input: NewVenue,
  signedUpBy: string | null = null,
): Promise<Changed<VenueSettings>> {
  const { slug, domains: requested, ...settings } = { ...DEFAULTS, ...withoutUndefined(input) };
  settings.primary_domain = input.primary_domain === undefined ? firstDomain(input) : input.primary_domain;
  requireOwnDomain(settings.primary_domain, requested);
  // A venue has no images before it exists.
  const brand = await changedBrand(tx, { id: 0, brand: {} }, input.brand);
  await checkZone(tx, settings.timezone);
  const { plan = null } = settings;
  const data = {
    ...{ slug, brand, signedUpBy, ...settingColumns(settings), ...capColumns(input, []) },
    redirectsSettled: true,
    ...(plan !== null && { planRules: await requirePlan(tx, plan) }),
  };
  const venue = await onUniqueViolation(tx.venue.create({ data }), () => fail('slug_taken', { slug }));
  await requirePlanOf({ ...venue, ...WITHOUT_FEATURES }, { tx, patch: input });
  const domains = await replaceDomains(tx, venue.id, requested, []);
  requireOwnTexts(input, { ...venue, domains });
  if (plan !== null) await publishPlan(tx, venue, null);
  const eventIds = await appendEvents(tx, 'catalog', [venueChanged(venue)]);
  return { venueId: venue.id, result: { slug, domains, ...settings, brand }, eventIds };
}

/**
 * @param change.proven those of the domains whose DNS record was just found
 * @param change.zoneChange how bookings follow a change of the time zone
 * @throws `venue_not_found`, `domain_taken`, `hours_outside_day`, `day_hours_too_close`, `link_foreign`,
 * `plan_limit`, `plan_feature`
 */
export function patchVenue(
  deps: Deps,
  {
    slug,
    patch,
    proven = [],
    zoneChange = { keep: 'instant', notify: false },
  }: {
    slug: string;
    patch: VenuePatch;
    proven?: string[] | undefined;
    zoneChange?: ZoneChangeChoice | undefined;
  },
): Promise<Changed<VenueSettings>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    await checkHours(tx, venue, patch);
    await checkZone(tx, patch.timezone);
    const plan = await planAfter(tx, venue, patch);
    await requirePlanOf({ ...venue, ...plan }, { tx, patch });
    const primaryDomain = await primaryDomainAfter(tx, venue, patch);
    if (patch.domains) await replaceDomains(tx, venue.id, patch.domains, proven);
    const after = await tx.venue.update({
      where: { id: venue.id },
      data: {
        ...settingColumns(patch),
        ...plan,
        primaryDomain,
        ...(patch.brand && { brand: await changedBrand(tx, venue, patch.brand) }),
        ...capColumns(patch, venue.uncapped),
        ...(patch.redirect_origins && { redirectsSettled: true }),
        ...(patch.timezone !== undefined &&
          patch.timezone !== venue.timezone && {
            zoneChange: { ...zoneChange, revision: Number(venue.revision) },
          }),
      },
      include: withDomains,
    });
    requireOwnTexts(patch, { ...after, domains: after.domains.map(({ domain }) => domain) });
    if (plan) await publishPlan(tx, after, venue.plan);
    return { result: toSettings(after), events: [venueChanged(after)] };
  });
}

/** For billing outside the platform. No service consumes the event, so its id is not awaited. */
const publishPlan = (tx: CatalogTx, venue: Venue, before: string | null) =>
  appendEvents(tx, 'catalog', [venuePlanChanged(venue, before)]);

/** The columns of another plan; undefined if it stays. @throws `validation` for an unknown plan */
async function planAfter(tx: CatalogTx, venue: Pick<Venue, 'plan'>, { plan }: VenuePatch) {
  if (plan === undefined || plan === venue.plan) return undefined;
  return { plan, planRules: plan === null ? Prisma.DbNull : await requirePlan(tx, plan) };
}

/** The features of a venue before it exists. */
const WITHOUT_FEATURES = { invoicing: null, smsReminders: false, smsOffers: false };

/** @throws `plan_limit`, `plan_feature` */
async function requirePlanOf(
  { planRules, ...venue }: Omit<Venue, 'planRules'> & { planRules: unknown },
  { tx, patch }: { tx: CatalogTx; patch: VenuePatch },
): Promise<void> {
  const planned = {
    ...venue,
    planRules: planRules === Prisma.DbNull ? null : (planRules as Venue['planRules']),
  };
  if (patch.domains) {
    const before = await tx.venueDomain.count({ where: { venueId: venue.id } });
    requireWithinPlan(planned, 'domains', { before, after: new Set(patch.domains).size });
  }
  if (patch.invoicing && !venue.invoicing) requireFeature(planned, 'invoicing');
  const switchesOn = (patch.sms_reminders && !venue.smsReminders) || (patch.sms_offers && !venue.smsOffers);
  if (switchesOn) requireFeature(planned, 'sms');
  await requireLanguages(tx, planned, patch);
}

/** The change that a patch makes to the rules of slots. @throws `venue_not_found`, `hours_outside_day` */
export async function previewVenue(
  database: CatalogDatabase,
  slug: string,
  { timezone, day_start, holidays }: VenuePatch,
): Promise<RulesPreview> {
  const venue = await requireVenue(database, slug);
  await checkHours(database, venue, { day_start, holidays });
  await checkZone(database, timezone);
  const before = { timezone: venue.timezone, day_start: venue.dayStart, holidays: holidaysOf(venue) };
  return {
    venueId: venue.id,
    change: settingsChange(before, { ...before, ...withoutUndefined({ timezone, day_start, holidays }) }),
  };
}

/** @throws `venue_not_found` */
export async function getVenue(database: CatalogDatabase, slug: string): Promise<VenueSettings> {
  const venue = await database.venue.findUnique({ where: { slug }, include: withDomains });
  if (!venue) throw fail('venue_not_found');
  return toSettings(venue);
}

/** Venues by slug, after `after`. @param query.q part of the slug, the name or a domain */
export async function listVenues(
  database: CatalogDatabase,
  {
    after = '',
    q,
    plan,
    limit,
  }: { after?: string | undefined; q?: string | undefined; plan?: string | undefined; limit: number },
): Promise<ListedVenue[]> {
  // Prisma does not escape LIKE's special characters.
  const text = (q ?? '').replace(/[\\%_]/g, '\\$&');
  const matches = { contains: text, mode: 'insensitive' } as const;
  const found = { OR: [{ slug: matches }, { name: matches }, { domains: { some: { domain: matches } } }] };
  const venues = await database.venue.findMany({
    where: { slug: { gt: after }, ...(q && found), ...(plan !== undefined && { plan }) },
    orderBy: { slug: 'asc' },
    take: limit,
    include: withDomains,
  });
  return venues.map((venue) => ({ ...toSettings(venue), ...stateOf(venue) }));
}

type TenantName = { slug: string } | { domain: string };

/** The venue of a slug or of a custom domain, or null. */
export async function findTenant(database: CatalogDatabase, name: TenantName): Promise<Tenant | null> {
  const [slug, domain] = 'slug' in name ? [name.slug, null] : [null, name.domain];
  const [tenant = null] = await database.$queryRaw<Tenant[]>`
    SELECT v.id AS "venueId", v.slug, v.allowed_origins AS "allowedOrigins",
      CASE WHEN v.redirects_settled THEN v.redirect_origins END AS "redirectOrigins", v.primary_domain AS "primaryDomain",
      v.deleted_at IS NOT NULL AS deleted,
      ARRAY(SELECT d.domain FROM catalog.venue_domain d WHERE d.venue_id = v.id AND d.lost_at IS NULL
        ORDER BY d.domain) AS domains
    FROM catalog.venue v
    WHERE v.slug = ${slug}::text
       OR v.id = (SELECT d.venue_id FROM catalog.venue_domain d WHERE d.domain = ${domain}::text AND d.lost_at IS NULL)`;
  return tenant;
}

/** Slug and primary domain of live venues, by slug. */
export const listLiveVenues = (
  database: CatalogDatabase,
  limit: number,
): Promise<{ slug: string; primaryDomain: string | null }[]> =>
  database.venue.findMany({
    ...{
      where: { live: true, suspendedAt: null, deletedAt: null },
      select: { slug: true, primaryDomain: true },
    },
    ...{ orderBy: { slug: 'asc' }, take: limit },
  });

/** A venue's contact details for guests, or null. */
export async function findContact(database: CatalogDatabase, venueId: number): Promise<VenueContact | null> {
  const [row] = await database.$queryRawUnsafe<ContactRow[]>(
    `SELECT ${CONTACT_COLUMNS}, created_at AS "createdAt", trusted, allowed_origins AS "allowedOrigins",
      ARRAY(SELECT domain FROM catalog.venue_domain WHERE venue_id = venue.id) AS domains
     FROM catalog.venue WHERE id = $1`,
    venueId,
  );
  return row ? toContact(row) : null;
}

/**
 * Names, zones and starts of booking days of venues, by id. Unknown ids are left out. Of a purged venue, only
 * the slug remains as its name.
 */
export const findVenueDays = (database: CatalogDatabase, ids: readonly number[]): Promise<VenueDays[]> =>
  database.$queryRaw<VenueDays[]>`
    SELECT id AS "venueId", slug, name, timezone, day_start AS "dayStart" FROM catalog.venue
    WHERE id = ANY(${ids}::integer[])
    UNION ALL SELECT venue_id, slug, slug, timezone, day_start FROM catalog.purged_venue p
    WHERE venue_id = ANY(${ids}::integer[]) AND NOT EXISTS (SELECT FROM catalog.venue v WHERE v.id = p.venue_id)
    ORDER BY 1`;

const contactFields = VenueContact.omit({ linkHosts: true, createdAt: true }).keyof();
const CONTACT_COLUMNS = columnsOf(contactFields.enum);

/** @see findContact */
export const contactOf = ({
  createdAt,
  trusted,
  allowedOrigins,
  domains,
  ...venue
}: VenueRow): VenueContact => {
  const contact = Object.fromEntries(contactFields.options.map((name) => [name, venue[name]]));
  const names = domains.map(({ domain }) => domain);
  return toContact({
    ...(contact as unknown as ContactRow),
    createdAt,
    trusted,
    allowedOrigins,
    domains: names,
  });
};

type ContactRow = Omit<VenueContact, 'linkHosts' | 'createdAt'> &
  Pick<Venue, 'createdAt' | 'trusted' | 'allowedOrigins'> & { domains: string[] };

const toContact = ({
  createdAt,
  trusted,
  allowedOrigins,
  domains,
  ...contact
}: ContactRow): VenueContact => ({
  ...contact,
  createdAt: createdAt.toISOString(),
  linkHosts: linkHostsOf({ trusted, allowedOrigins, domains, termsUrl: contact.termsUrl }),
});

type Linking = Pick<Venue, 'trusted' | 'allowedOrigins' | 'termsUrl'> & { domains: string[] };

/** Hosts that a venue's texts may link to; null means any. */
const linkHostsOf = ({ trusted, domains, allowedOrigins, termsUrl }: Linking): string[] | null =>
  trusted ? null : hostsOf([...domains, ...allowedOrigins, ...(termsUrl ? [termsUrl] : [])]);

/** Checks texts that guests see in mails and on the venue's page. @throws `link_foreign` */
function requireOwnTexts(texts: VenuePatch, venue: Linking): void {
  const hosts = linkHostsOf(venue);
  for (const field of ['address', 'description', 'accessibility_text', 'visit_info'] as const)
    requireOwnLinks(field, texts[field] ?? '', hosts);
  for (const [locale, translated] of Object.entries(texts.translations ?? {}))
    for (const [field, text = ''] of Object.entries(translated ?? {}))
      requireOwnLinks(`translations.${locale}.${field}`, text, hosts);
}

/**
 * Replaces a venue's domains and returns them, sorted. A domain that stays keeps its proof. A domain that
 * another venue has lost can be taken.
 * @throws `domain_taken`
 */
async function replaceDomains(
  tx: CatalogTx,
  venueId: number,
  requested: string[],
  proven: string[],
): Promise<string[]> {
  // Sorted, so that two venues that take the same domains cannot deadlock.
  const domains = [...new Set(requested)].sort();
  await tx.venueDomain.deleteMany({ where: { venueId, domain: { notIn: domains } } });
  const existing = await tx.venueDomain.findMany({ where: { venueId } });
  const added = domains.filter((domain) => !existing.some((row) => row.domain === domain));
  for (const domain of added) {
    await tx.venueDomain.deleteMany({ where: { domain, lostAt: { not: null } } });
    const data = { domain, venueId, provenAt: proven.includes(domain) ? new Date() : null };
    await onUniqueViolation(tx.venueDomain.create({ data }), () => fail('domain_taken', { domain }));
  }
  return domains;
}

/** The domain that links use unless the venue chooses another: its first one. */
const firstDomain = ({ domains = [] }: VenuePatch): string | null => domains[0] ?? null;

/** @throws `validation` */
function requireOwnDomain(primary: string | null, domains: readonly string[]): void {
  if (primary === null || domains.includes(primary)) return;
  throw fail('validation', {
    detail: 'primary_domain: must be among `domains`, with its DNS record in place',
  });
}

/**
 * The primary domain after a patch, which must run before the domains change. It moves to the first domain
 * if it is removed, and when a venue gets its first domains. A domain that is no longer served is left out.
 * @throws `validation`
 */
async function primaryDomainAfter(
  tx: CatalogTx,
  { id: venueId, primaryDomain }: Venue,
  patch: VenuePatch,
): Promise<string | null> {
  if (!patch.domains && patch.primary_domain === undefined) return primaryDomain;
  const rows = await tx.venueDomain.findMany({ where: { venueId } });
  const lost = rows.filter(({ lostAt }) => lostAt !== null).map(({ domain }) => domain);
  const before = rows.map(({ domain }) => domain);
  const domains = (patch.domains ?? before).filter((domain) => !lost.includes(domain));
  const isKept = primaryDomain === null ? before.length > 0 : domains.includes(primaryDomain);
  const byDefault = isKept ? primaryDomain : firstDomain({ domains });
  const chosen = patch.primary_domain === undefined ? byDefault : patch.primary_domain;
  requireOwnDomain(chosen, domains);
  return chosen;
}

/**
 * Checks a time zone against PostgreSQL, whose list may be older than that of Node.js. @throws `validation`
 */
async function checkZone(tx: CatalogTx, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const zones = await tx.$queryRaw<[]>`SELECT 1 FROM pg_timezone_names WHERE lower(name) = lower(${name})`;
  if (zones.length === 0)
    throw fail('validation', { detail: 'timezone: is not known to the database of this server' });
}

/** Checks that all hours suit the start of the day, and holidays too. @throws like {@link patchVenue} */
async function checkHours(
  tx: CatalogTx,
  venue: Venue,
  { day_start, holidays = holidaysOf(venue) }: Pick<VenuePatch, 'day_start' | 'holidays'>,
): Promise<void> {
  const dayStart = day_start ?? venue.dayStart;
  for (const holiday of holidays)
    checkDayHours({ dayStart }, [SHORTEST_SLOTS], { date: holiday.on, hours: hoursOf(valuesOf(holiday)) });
  if (day_start === undefined) return;
  const where = { venueId: venue.id, OR: [{ opensAt: { not: null } }, comingWindows()] };
  const [facilities, own, whole] = await Promise.all([
    tx.facility.findMany({ where: { venueId: venue.id } }),
    tx.openingException.findMany({ where }),
    tx.venueException.findMany({ where }),
  ]);
  const dayOf = (row: (typeof whole)[number]) => ({ date: dateOf(row), hours: hoursOf(valuesOfRow(row)) });
  const outside = facilities.some(({ opensAt, closesAt }) => !hoursInDay(dayStart, opensAt, closesAt));
  if (outside) throw fail('hours_outside_day', { dayStart });
  for (const facility of facilities) {
    checkTimetable(timetableOf(facility) ?? [], { ...facility, dayStart });
    for (const row of own)
      if (row.facilityId === facility.id) checkDayHours({ dayStart }, [facility], dayOf(row));
  }
  for (const row of whole) checkDayHours({ dayStart }, [SHORTEST_SLOTS], dayOf(row));
}
