import { checkTimetable, SHORTEST_SLOTS } from '@venue-booking/domain/schedule/checkTimetable';
import { hoursInDay } from '@venue-booking/domain/schedule/openingHours';
import { settingsChange } from '@venue-booking/domain/schedule/settingsChange';
import { appendEvents } from '@venue-booking/kit/events/outbox';
import { onUniqueViolation } from '@venue-booking/kit/postgres/sql';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import { NO_BRAND } from '@venue-booking/proto/venue/brand';
import { NO_CAPS } from '@venue-booking/proto/venue/caps';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import type { NewVenue, VenuePatch, Venue as VenueSettings } from '@venue-booking/proto/venue/venue';
import type { ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import { changedBrand } from './brand.ts';
import { capColumns } from './caps.ts';
import { type Changed, changeVenue, type Deps, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import { checkDayHours, comingWindows, dateOf, hoursOf, valuesOf, valuesOfRow } from './dayHours.ts';
import { firstDomain, primaryDomainAfter, replaceDomains, requireOwnDomain } from './domains/venueDomains.ts';
import { timetableOf } from './facilityStore.ts';
import { Prisma, type Venue } from './gen/prisma/client.ts';
import { requirePlan } from './plans/planStore.ts';
import { requireFeature, requireLanguages, requireWithinPlan } from './plans/requirePlan.ts';
import { holidaysOf } from './specialDays.ts';
import { settingColumns, toSettings, withDomains } from './venueColumns.ts';
import { requireOwnTexts } from './venueContact.ts';
import { venueChanged, venuePlanChanged } from './venueEvents.ts';

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
