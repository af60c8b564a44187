import type { AdminFacility } from '@venue-booking/proto/facility/facility';

/** The values of the facility form. */
export type FacilityForm = Omit<AdminFacility, 'id'>;

/** Defaults of a new facility. */
export const newForm = (): FacilityForm => ({
  name: '',
  mode: 'CAPACITY',
  capacity: 8,
  min_people: 1,
  max_people_per_booking: 8,
  duration_minutes: 60,
  buffer_minutes: 0,
  price_eur: 0,
  pricing: null,
  vat_percent: null,
  deposit: null,
  opens_at: '10:00',
  closes_at: '22:00',
  open_days: [1, 2, 3, 4, 5, 6, 7],
  timetable: null,
  rooms: [],
  active: true,
  images: [],
  description: '',
  reminder_hours: null,
  visit_info: null,
  waiting_list: false,
  offer_minutes: 60,
});

/** The form values of an existing facility. */
export const formOf = ({ id: _, ...form }: AdminFacility): FacilityForm => structuredClone(form);

/**
 * The changed fields. When the price list is removed, `price_eur` is included, because it takes its place.
 */
export function changesOf(before: FacilityForm, after: FacilityForm): Partial<FacilityForm> {
  const changes: Partial<FacilityForm> = Object.fromEntries(
    Object.entries({ ...after, rooms: after.rooms.toSorted((a, b) => a - b) }).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof FacilityForm]),
    ),
  );
  return changes.pricing === null ? { ...changes, price_eur: after.price_eur } : changes;
}
