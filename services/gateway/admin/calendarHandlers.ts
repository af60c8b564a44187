import type { AdminHandlers } from './procedures.ts';
import { type AdminDeps, changeRules, venueIdOf } from './writes.ts';

/** The slots of all facilities with their bookings, and blocking them. */
export function calendarHandlers(deps: AdminDeps): Pick<AdminHandlers, 'calendar'> {
  const { catalog, availability, booking } = deps.backends;
  return {
    calendar: {
      async showCalendar({ slug, facility_id: facilityId, from, to }) {
        const venueId = await venueIdOf(catalog, slug);
        const { dayStart, startsAt, endsAt, ...calendar } = await availability.calendar.query({
          venueId,
          facilityId,
          from,
          to,
        });
        const held = await booking.desk.calendar.query({ venueId, facilityId, startsAt, endsAt });
        return { ...calendar, day_start: dayStart, ...held };
      },
      async blockSlots({ slug, force, ...block }, { caller }) {
        const venueId = await venueIdOf(catalog, slug);
        const preview = availability.previewBlock.query({ venueId, block });
        const save = () => availability.blockSlots.mutate({ venueId, block });
        const result = await changeRules(deps, { preview, force, caller }, save);
        deps.venueChanged(venueId);
        return result;
      },
    },
  };
}
