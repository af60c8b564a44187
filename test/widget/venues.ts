import assert from 'node:assert/strict';
import { daysAhead } from '../stack/api.ts';
import { linkSandbox } from '../stack/paidVenue.ts';
import type { World } from './world.ts';

export type ShownSlot = {
  id: number;
  starts_at: string;
  ends_at: string;
  free: number;
  capacity: number;
  bookable: boolean;
};

/** Fields of all five types, three of them required. */
export const allFields = [
  { key: 'phone', label: 'Telefoon', type: 'tel', required: true },
  { key: 'company', label: 'Bedrijf', type: 'text', required: false },
  {
    key: 'source',
    label: 'Hoe vond je ons?',
    type: 'select',
    required: true,
    options: ['Vrienden', 'Internet'],
  },
  { key: 'wishes', label: 'Wensen', type: 'textarea', required: false },
  { key: 'rules', label: 'Ik ken de huisregels', type: 'checkbox', required: true },
];

/**
 * Creates a venue with a facility. Default: open from 10:00 to 14:00 with four slots of an hour and two
 * places each.
 */
export async function newVenueWithTimes(
  world: World,
  settings: {
    venue?: Record<string, unknown>;
    facility?: Record<string, unknown>;
    /** Additional facilities. */
    others?: Record<string, unknown>[];
    fields?: unknown[];
    /** Links the sandbox provider, so that bookings with a price are paid online. */
    paid?: boolean;
  } = {},
) {
  const { api } = world.stack;
  const slug = await world.newVenue(settings.venue);
  const hours = { opens_at: '10:00', closes_at: '14:00', capacity: 2 };
  const facility = await api.newFacility(slug, { name: 'Sauna', ...hours, ...settings.facility });
  for (const other of settings.others ?? []) await api.newFacility(slug, { ...hours, ...other });
  if (settings.fields) {
    const { status, text } = await api.admin('PUT', `/venues/${slug}/fields`, { fields: settings.fields });
    assert.equal(status, 200, text);
  }
  if (settings.paid) await linkSandbox(world.stack, slug);
  const slotsOf = async (date: string, of = facility): Promise<ShownSlot[]> =>
    (await api.get(slug, `/facilities/${of}/slots?date=${date}`)).body.slots;
  /** Books all remaining places of a slot for somebody else. */
  const take = async ({ id, free }: ShownSlot) => {
    const body = { slot_id: id, people: free, customer_name: 'By phone' };
    const answer = await api.admin('POST', `/venues/${slug}/bookings`, body);
    assert.equal(answer.status, 201, answer.text);
  };
  return {
    slug,
    facility,
    slotsOf,
    take,
    async fill(date: string): Promise<void> {
      for (const slot of await slotsOf(date)) if (slot.bookable) await take(slot);
    },
    async close(date: string): Promise<void> {
      const path = `/venues/${slug}/facilities/${facility}/exceptions/${date}`;
      const { status, text } = await api.admin('PUT', path, { closed: true });
      assert.equal(status, 200, text);
    },
    /** A guest's bookings as the venue sees them, newest first. */
    async bookings(email: string): Promise<Record<string, unknown>[]> {
      const { body } = await api.admin('GET', `/venues/${slug}/bookings?q=${encodeURIComponent(email)}`);
      return Promise.all(
        body.map(
          async ({ id }: { id: number }) => (await api.admin('GET', `/venues/${slug}/bookings/${id}`)).body,
        ),
      );
    },
  };
}

export type VenueWithTimes = Awaited<ReturnType<typeof newVenueWithTimes>>;

/** Booking days for the tests, one per purpose, far enough ahead to be in the future in every timezone. */
export const dayFor = { nl: daysAhead(3), en: daysAhead(4), full: daysAhead(5), closed: daysAhead(6) };
