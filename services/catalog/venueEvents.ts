import { type Names, shownName } from '@venue-booking/domain/wording/nameIn';
import { event, type StoredEvent } from '@venue-booking/proto/events';
import type { AdminFacility } from '@venue-booking/proto/facility/facility';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import type { Locale } from '@venue-booking/proto/primitives';
import type { ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import { type DayValues, hoursOf } from './dayHours.ts';
import type { Facility, Venue } from './gen/prisma/client.ts';
import { isLive } from './isLive.ts';

/**
 * Events that carry catalog rows to the copies of other services. An event gets the columns that have the
 * same name as one of its fields.
 */

export const venueChanged = (venue: Venue): StoredEvent =>
  event('events.catalog.venue_changed', {
    ...withoutNulls(venue),
    live: isLive(venue),
    venueId: venue.id,
    changeUntilHours: venue.changeUntilHours ?? -1,
    refundRules: refundRules(venue.refundTiers as RefundTiers | null),
    holidays: JSON.stringify(venue.holidays),
    invoicing: JSON.stringify(venue.invoicing),
    visitInfo: visitInfoOf(venue),
    zoneChange: zoneChange(venue.zoneChange as StoredZoneChange | null),
    planRules: JSON.stringify(venue.planRules),
  });

/** @param before the key of the plan that the venue had; null: none */
export const venuePlanChanged = (venue: Venue, before: string | null): StoredEvent =>
  event('events.catalog.venue_plan_changed', {
    venueId: venue.id,
    slug: venue.slug,
    ...withoutNulls({ plan: venue.plan, planBefore: before }),
    changedAt: BigInt(Date.now()),
  });

/** How bookings followed the last change of the time zone, and the revision since then. */
export type StoredZoneChange = ZoneChangeChoice & { revision: number };

const zoneChange = (change: StoredZoneChange | null) =>
  change
    ? {
        revision: BigInt(change.revision),
        keepsClock: change.keep === 'clock',
        notifyGuests: change.notify,
      }
    : undefined;

const refundRules = (tiers: RefundTiers | null) => ({
  tiered: tiers !== null,
  tiers: (tiers ?? []).map(({ until_hours: untilHours, percent }) => ({ untilHours, percent })),
});

export const facilityChanged = (facility: Facility, { revision, locale }: Venue): StoredEvent =>
  event('events.catalog.facility_changed', {
    ...withoutNulls(facility),
    facilityId: facility.id,
    pricing: JSON.stringify(withShownNames(facility.pricing as AdminFacility['pricing'], locale as Locale)),
    names: JSON.stringify(namesOf(facility.translations as AdminFacility['translations'])),
    vatBasisPoints: facility.vatBasisPoints ?? -1,
    deposit: JSON.stringify(facility.deposit),
    reminderHours: facility.reminderHours ?? -1,
    visitInfo: visitInfoOf(facility),
    revision,
    timetable: JSON.stringify(facility.timetable),
    rooms: { ids: facility.rooms },
  });

/** A price list whose items have a Dutch and an English name, which the previous release reads. */
const withShownNames = (pricing: AdminFacility['pricing'], own: Locale) => {
  const named = <Item extends { name: Names }>(items: Item[] | undefined) =>
    items?.map((item) => ({ ...item, name: shownName(item.name, own) }));
  return pricing && { ...pricing, categories: named(pricing.categories), add_ons: named(pricing.add_ons) };
};

/** The names of a facility in other languages, by language. */
const namesOf = (translations: AdminFacility['translations'] = {}) =>
  Object.fromEntries(
    Object.entries(translations ?? {}).flatMap(([locale, texts]) =>
      texts?.name ? [[locale, texts.name]] : [],
    ),
  );

/** What guests should know about their visit, by language; `own` is the venue's own text. */
function visitInfoOf({ visitInfo, translations }: Pick<Venue, 'visitInfo' | 'translations'>) {
  if (visitInfo === null || visitInfo.trim() === '') return undefined;
  const others = Object.entries((translations ?? {}) as NonNullable<AdminFacility['translations']>);
  const translated = others.map(([locale, texts]) => [locale, texts?.visit_info]);
  return JSON.stringify({ own: visitInfo, ...Object.fromEntries(translated) });
}

const withoutNulls = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [Name in keyof Row]: Exclude<Row[Name], null>;
  };

/**
 * The special day of a facility, or of the venue as a whole with facility 0; null values: there is none. The
 * previous release of availability takes restored weekly hours for a day without an exception.
 */
export const openingExceptionChanged = (
  { id: venueId, revision }: Venue,
  { facilityId, date }: { facilityId: number; date: string },
  values: DayValues | null,
): StoredEvent =>
  event('events.catalog.opening_exception_changed', {
    ...{ venueId, facilityId, date, revision },
    removed: values === null || hoursOf(values) === null,
    weekly: values !== null && hoursOf(values) === null,
    closed: values?.closed ?? false,
    opensAt: values?.opensAt ?? '',
    closesAt: values?.closesAt ?? '',
    ...(values?.windows && { windows: JSON.stringify(values.windows) }),
  });
