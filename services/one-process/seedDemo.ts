import { addDays, bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import type { Backends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import type { DemoVenue } from './demo/demoVenue.ts';
import { demoVenues } from './demo/demoVenues.ts';

/** Timeout for creating one venue, until all services have applied it. */
const BUDGET_MS = 20_000;

/** Creates the missing demo venues with the calls of the admin API. @returns whether it created any */
export async function seedDemo(
  backends: Backends,
  { allowSandbox }: { allowSandbox: boolean },
): Promise<boolean> {
  let made = false;
  for (const demo of demoVenues)
    await runInCall(newCall(BUDGET_MS), async () => {
      if ((await backends.catalog.tenant.query({ slug: demo.venue.slug })) !== null) return;
      await createDemo(backends, demo, allowSandbox);
      made = true;
    });
  return made;
}

async function createDemo(
  { catalog, availability, booking, payment }: Backends,
  { venue, facilities, rooms, fields, exceptions, paysOnline }: DemoVenue,
  allowSandbox: boolean,
): Promise<void> {
  const { slug } = venue;
  const created = await catalog.createVenue.mutate(venue);
  const { timezone, day_start } = created.result;
  const today = bookingDayAt(timezone, day_start, Date.now());
  const applied = { availability: [...created.eventIds], booking: [...created.eventIds] };
  const roomsOf = new Map<string, number[]>();
  for (const { name, facilities: sharing } of rooms) {
    const { result } = await catalog.createRoom.mutate({ slug, room: { name } });
    for (const facility of sharing) roomsOf.set(facility, [...(roomsOf.get(facility) ?? []), result.id]);
  }
  for (const each of facilities) {
    const facility = { ...each, rooms: roomsOf.get(each.name) ?? [] };
    const { result, eventIds } = await catalog.createFacility.mutate({ slug, facility });
    applied.availability.push(...eventIds);
    applied.booking.push(...eventIds);
    for (const { daysFromToday, body } of exceptions.filter((day) => day.facility === facility.name)) {
      const date = addDays(today, daysFromToday);
      const set = await catalog.putException.mutate({ slug, id: result.id, date, exception: body });
      applied.availability.push(...set.eventIds);
    }
  }
  if (paysOnline && allowSandbox) {
    const linked = await payment.linkAccount.mutate({
      venueId: created.venueId,
      account: { provider: 'sandbox' },
      byOperator: true,
    });
    applied.booking.push(...linked.eventIds);
  }
  applied.booking.push(...(await catalog.putFields.mutate({ slug, fields })).eventIds);
  await Promise.all([
    availability.awaitApplied.query({ eventIds: applied.availability }),
    booking.awaitApplied.query({ eventIds: applied.booking }),
  ]);
}
