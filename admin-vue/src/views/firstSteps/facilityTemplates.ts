import type { NewFacility } from '@venue-booking/proto/facility/facility';

/** The fields of the first steps. All others have defaults, and can be changed later. */
export type FirstFacility = Pick<
  Required<NewFacility>,
  'name' | 'mode' | 'capacity' | 'duration_minutes' | 'price_eur' | 'open_days' | 'opens_at' | 'closes_at'
> &
  Pick<NewFacility, 'min_people' | 'max_people_per_booking' | 'buffer_minutes'>;

export const kinds = ['sauna', 'pass', 'court', 'room'] as const;
export type Kind = (typeof kinds)[number];

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Defaults per kind of facility, without a name. */
export const facilityTemplates: Record<Kind, Omit<FirstFacility, 'name'>> = {
  sauna: {
    mode: 'FULL',
    capacity: 6,
    min_people: 2,
    duration_minutes: 150,
    buffer_minutes: 30,
    price_eur: 35,
    open_days: EVERY_DAY,
    opens_at: '10:00',
    closes_at: '22:30',
  },
  pass: {
    mode: 'CAPACITY',
    capacity: 20,
    max_people_per_booking: 8,
    duration_minutes: 120,
    price_eur: 20,
    open_days: EVERY_DAY,
    opens_at: '10:00',
    closes_at: '22:00',
  },
  court: {
    mode: 'FULL',
    capacity: 4,
    duration_minutes: 90,
    price_eur: 8,
    open_days: EVERY_DAY,
    opens_at: '08:00',
    closes_at: '23:00',
  },
  room: {
    mode: 'FULL',
    capacity: 10,
    duration_minutes: 60,
    price_eur: 0,
    open_days: [1, 2, 3, 4, 5],
    opens_at: '09:00',
    closes_at: '18:00',
  },
};

/**
 * The origin of a typed website: `garden.example`, with or without `https://` and a path. Null if it is
 * invalid.
 */
export function originOf(typed: string): string | null {
  const text = typed.trim();
  try {
    const { protocol, origin, hostname } = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    const isHost = hostname.includes('.') || hostname === 'localhost';
    return isHost && /^https?:$/.test(protocol) ? origin : null;
  } catch {
    return null;
  }
}
