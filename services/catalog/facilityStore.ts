import { centsPerGuest } from '@venue-booking/domain/price/basePrice';
import { choiceOf } from '@venue-booking/domain/price/chosenAddOns';
import { lowestPrices } from '@venue-booking/domain/price/lowestPrices';
import { toBasisPoints, toPercent } from '@venue-booking/domain/price/vatShares';
import { checkTimetable } from '@venue-booking/domain/schedule/checkTimetable';
import { hoursInDay } from '@venue-booking/domain/schedule/openingHours';
import { settingsChange } from '@venue-booking/domain/schedule/settingsChange';
import { startTimesOn } from '@venue-booking/domain/schedule/startTimes';
import { shownName } from '@venue-booking/domain/wording/nameIn';
import { fromFields, toFields } from '@venue-booking/kit/postgres/columns';
import { AdminFacility, type FacilityPatch, type NewFacility } from '@venue-booking/proto/facility/facility';
import type { Timetable } from '@venue-booking/proto/facility/timetable';
import { fail } from '@venue-booking/proto/failures';
import type { AddOn, AddOnSummary } from '@venue-booking/proto/price/addOns';
import type { GuestCategory, GuestCategorySummary } from '@venue-booking/proto/price/guests';
import type { PriceSummary, Pricing } from '@venue-booking/proto/price/pricing';
import { type Locale, toCents, toEuro, withoutUndefined } from '@venue-booking/proto/primitives';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import { type Changed, changeVenue, type Deps, type OfVenue, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import { checkDayHours, comingWindows, dateOf, hoursOf, valuesOfRow } from './dayHours.ts';
import { type Facility, Prisma, type Venue } from './gen/prisma/client.ts';
import { requireFeature, requireLanguages, requireWithinPlan } from './plans/requirePlan.ts';
import { requireRooms } from './roomStore.ts';
import { translationsColumn, translationsIn } from './translations.ts';
import { facilityChanged } from './venueEvents.ts';

/** Maximum number of facilities of a venue: a guard against runaway scripts, far above any real venue. */
const MAX_FACILITIES = 1000;

type Settings = Omit<AdminFacility, 'id'>;

/** Settings of a new facility that are not in the request. */
const DEFAULTS = {
  min_people: 1,
  price_eur: 0,
  pricing: null,
  vat_percent: null,
  deposit: null,
  waiting_list: false,
  offer_minutes: 60,
  open_days: [1, 2, 3, 4, 5, 6, 7],
  active: true,
  images: [],
  description: '',
  reminder_hours: null,
  visit_info: null,
  buffer_minutes: 0,
  timetable: null,
  rooms: [],
} satisfies Partial<Settings>;

const columns = AdminFacility.keyof().exclude([
  'id',
  'price_eur',
  'pricing',
  'timetable',
  'vat_percent',
  'deposit',
  'translations',
]).options;

export const toAdminFacility = (row: Facility): AdminFacility => ({
  id: row.id,
  ...fromFields(columns, row),
  mode: row.mode as AdminFacility['mode'],
  price_eur: toEuro(row.priceCents),
  timetable: timetableOf(row),
  pricing: row.pricing as AdminFacility['pricing'],
  vat_percent: row.vatBasisPoints === null ? null : toPercent(row.vatBasisPoints),
  deposit: row.deposit as AdminFacility['deposit'],
  ...translationsIn<AdminFacility['translations']>(row),
});

/** The summary of a price list for guests; undefined without a list. @param own the venue's language */
export const priceSummary = (
  { pricing: stored, priceFromCents }: Facility,
  own: Locale,
): PriceSummary | undefined => {
  const pricing = stored as AdminFacility['pricing'];
  if (!pricing) return undefined;
  const { add_ons: addOns = [] } = pricing;
  const varies =
    pricing.rules.length > 0 ||
    pricing.per === 'party' ||
    pricing.least_eur !== undefined ||
    (pricing.bundles?.length ?? 0) > 0 ||
    // For example, a price per person with cleaning per booking: larger groups pay less per person.
    addOns.some(({ required, per }) => required && (per === 'person') !== (pricing.per === 'person'));
  return {
    per: pricing.per,
    from_eur: toEuro(Number(priceFromCents)),
    varies,
    ...(pricing.categories && { categories: pricing.categories.map(categorySummary(pricing, own)) }),
    ...(addOns.length > 0 && { add_ons: addOns.map((addOn) => addOnSummary(addOn, own)) }),
  };
};

const categorySummary =
  (pricing: Pricing, own: Locale) =>
  (category: GuestCategory): GuestCategorySummary => {
    const { key, name, takes_place = true, min = 0, max = null } = category;
    return {
      key,
      name: shownName(name, own),
      eur: toEuro(centsPerGuest(pricing, category)),
      takes_place,
      min,
      max,
    };
  };

const addOnSummary = (addOn: AddOn, own: Locale): AddOnSummary => {
  const { key, name, eur, per, required = false, image } = addOn;
  return {
    ...{ key, name: shownName(name, own), eur, per, required, max: choiceOf(addOn).max },
    ...(image !== undefined && { image }),
  };
};

/** A facility's hours by season; null: the same hours all year. */
export const timetableOf = ({ timetable }: Pick<Facility, 'timetable'>) => timetable as Timetable | null;

const columnsOf = (settings: Settings, venue: Venue) => ({
  ...toFields(columns, settings),
  ...priceColumns(settings, venue),
  vatBasisPoints: toBasisPoints(settings.vat_percent),
  deposit: settings.deposit ?? Prisma.DbNull,
  timetable: settings.timetable ?? Prisma.DbNull,
  translations: translationsColumn(settings.translations),
});

/** The maximum price per person in cents. */
const MAX_PRICE_CENTS = toCents(100_000);

/** With a price list, `priceCents` is its lowest price per person. */
function priceColumns(settings: Settings, { dayStart }: Venue) {
  const { pricing, price_eur, min_people: min, max_people_per_booking: max, timetable } = settings;
  if (!pricing) return { pricing: Prisma.DbNull, priceFromCents: null, priceCents: toCents(price_eur) };
  const opening = {
    startsOn: (date: string) => startTimesOn(settings, dayStart, date),
    seasons: timetable ?? [],
  };
  const { perPersonCents, bookingCents } = lowestPrices(pricing, { min, max, opening });
  return { pricing, priceFromCents: bookingCents, priceCents: Math.min(perPersonCents, MAX_PRICE_CENTS) };
}

/** @throws `venue_not_found`, `validation`, `hours_outside_day`, `hours_too_close` */
export function createFacility(
  deps: Deps,
  slug: string,
  input: NewFacility,
): Promise<Changed<AdminFacility>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const [facility] = await insertFacilities(tx, venue, [input]);
    if (!facility) throw new Error('no facility was inserted');
    return { result: toAdminFacility(facility), events: [facilityChanged(facility, venue)] };
  });
}

/**
 * Inserts facilities in the caller's transaction, which has locked the venue. Returns them in their order.
 * @throws as {@link createFacility}
 */
export async function insertFacilities(
  tx: CatalogTx,
  venue: Venue,
  inputs: readonly NewFacility[],
): Promise<Facility[]> {
  const all = inputs.map((input) =>
    checked(venue, {
      ...{ ...DEFAULTS, max_people_per_booking: input.capacity },
      ...withoutUndefined(input),
    }),
  );
  await requireRooms(tx, venue.id, [...new Set(all.flatMap(({ rooms }) => rooms))]);
  const before = await tx.facility.count({ where: { venueId: venue.id } });
  const after = before + all.length;
  requireWithinPlan(venue, 'facilities', { before, after });
  if (all.some(({ waiting_list }) => waiting_list)) requireFeature(venue, 'waiting_list');
  const translated = all.flatMap(({ translations = {} }) => Object.entries(translations));
  const texts = translated.filter(([, given]) => Object.keys(given ?? {}).length > 0);
  await requireLanguages(tx, venue, { translations: Object.fromEntries(texts) });
  if (after > MAX_FACILITIES)
    throw fail('validation', { detail: `A venue has at most ${MAX_FACILITIES} facilities` });
  const data = all.map((settings) => ({ venueId: venue.id, ...columnsOf(settings, venue) }));
  return tx.facility.createManyAndReturn({ data });
}

/** @throws `venue_not_found`, `facility_not_found`, `validation`, `hours_outside_day`, `hours_too_close` */
export function patchFacility(
  deps: Deps,
  { slug, id }: OfVenue,
  patch: FacilityPatch,
): Promise<Changed<AdminFacility>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const { before, after } = await patched(tx, venue, { id, patch });
    if (after.waiting_list && !before.waiting_list) requireFeature(venue, 'waiting_list');
    await requireLanguages(tx, venue, patch);
    const facility = await tx.facility.update({
      where: { venueId_id: { venueId: venue.id, id } },
      data: columnsOf(after, venue),
    });
    return { result: toAdminFacility(facility), events: [facilityChanged(facility, venue)] };
  });
}

/** The change that a patch makes to the rules that determine slots. @throws like {@link patchFacility} */
export async function previewFacility(
  database: CatalogDatabase,
  { slug, id }: OfVenue,
  patch: FacilityPatch,
): Promise<RulesPreview> {
  const venue = await requireVenue(database, slug);
  const { before, after } = await patched(database, venue, { id, patch });
  return { venueId: venue.id, change: settingsChange(before, after, id) };
}

async function patched(
  tx: CatalogTx,
  venue: Venue,
  { id, patch }: { id: number; patch: FacilityPatch },
): Promise<{ before: AdminFacility; after: AdminFacility }> {
  const row = await tx.facility.findUnique({ where: { venueId_id: { venueId: venue.id, id } } });
  if (!row) throw fail('facility_not_found');
  const before = toAdminFacility(row);
  if (patch.price_eur !== undefined && patch.pricing === undefined && before.pricing)
    throw fail('validation', {
      detail: '`price_eur` follows from `pricing`: change that, or set it to null',
    });
  if (patch.pricing === null && before.pricing && patch.price_eur === undefined)
    throw fail('validation', {
      detail: 'price_eur: is required, as it was the lowest price by the price list',
    });
  const after = checked(venue, { ...before, ...withoutUndefined(patch) });
  await requireRooms(tx, venue.id, patch.rooms ?? []);
  await checkSpecialDays(tx, venue, after);
  return { before, after };
}

/** Checks that coming special days with windows suit the settings. @throws `day_hours_too_close` */
async function checkSpecialDays(tx: CatalogTx, venue: Venue, settings: AdminFacility): Promise<void> {
  const { duration_minutes: durationMinutes, buffer_minutes: bufferMinutes } = settings;
  const days = await tx.openingException.findMany({
    where: { venueId: venue.id, facilityId: settings.id, ...comingWindows() },
    orderBy: { date: 'asc' },
  });
  for (const day of days) {
    const hours = hoursOf(valuesOfRow(day));
    checkDayHours(venue, [{ durationMinutes, bufferMinutes }], { date: dateOf(day), hours });
  }
}

/** All facilities of a venue, by id. @throws `venue_not_found` */
export async function listFacilities(database: CatalogDatabase, slug: string): Promise<AdminFacility[]> {
  const { id: venueId } = await requireVenue(database, slug);
  const facilities = await database.facility.findMany({ where: { venueId }, orderBy: { id: 'asc' } });
  return facilities.map(toAdminFacility);
}

/** @throws `facility_not_found`, also for a facility of another venue */
export async function getFacility(database: CatalogDatabase, { slug, id }: OfVenue): Promise<AdminFacility> {
  const facility = await database.facility.findFirst({ where: { id, venue: { slug } } });
  if (!facility) throw fail('facility_not_found');
  return toAdminFacility(facility);
}

/** Checks that settings are consistent, and sorts days and rooms. @throws `validation` and those of hours */
function checked<Of extends Settings>({ dayStart }: Venue, settings: Of) {
  if (settings.min_people > settings.max_people_per_booking)
    throw fail('validation', { detail: 'min_people must not be above max_people_per_booking' });
  if (settings.max_people_per_booking > settings.capacity)
    throw fail('validation', { detail: 'max_people_per_booking must not be above capacity' });
  if (!hoursInDay(dayStart, settings.opens_at, settings.closes_at))
    throw fail('hours_outside_day', { dayStart });
  const { duration_minutes: durationMinutes, buffer_minutes: bufferMinutes } = settings;
  checkTimetable(settings.timetable ?? [], { dayStart, durationMinutes, bufferMinutes });
  const { open_days, rooms } = settings;
  return { ...settings, open_days: open_days.toSorted(), rooms: rooms.toSorted((a, b) => a - b) };
}
