import { type AdminDeps, changeRules, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of the calendar: slots of all facilities with their bookings, and blocking slots. */
export function calendarHandlers(deps: AdminDeps): AdminHandlers<'calendar' | 'block'> {
  const { catalog, availability, booking } = deps.backends;
  const atVenue = handlersAtVenue(catalog);
  return {
    showCalendar: atVenue(async ({ venueId, facility_id: facilityId, from, to }) => {
      const query = { venueId, facilityId, from, to };
      const { dayStart, startsAt, endsAt, ...calendar } = await availability.calendar.query(query);
      const held = await booking.desk.calendar.query({ venueId, facilityId, startsAt, endsAt });
      return { ...calendar, day_start: dayStart, ...held };
    }),
    blockSlots: atVenue(({ venueId, force, ...block }, { caller }) => {
      const preview = availability.previewBlock.query({ venueId, block });
      const save = () => availability.blockSlots.mutate({ venueId, block });
      return changeRules(deps, { preview, force, caller }, save).finally(() => deps.venueChanged(venueId));
    }),
    listBlocks: atVenue((query) => availability.listBlocks.query(query)),
    liftBlock: atVenue(({ venueId, id }) =>
      availability.liftBlock.mutate({ venueId, id }).finally(() => deps.venueChanged(venueId)),
    ),
  };
}
