import type { Calendar } from '@venue-booking/proto/booking/calendar';
import { type AdminDeps, changeRules, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

type Waiting = { facilityId: number; day: string; slotId: number; guests: number };

/** The days with the number of guests who wait for each slot, or for any slot of the day (slot 0). */
function withWaiting(days: Calendar['days'], waiting: readonly Waiting[]): Calendar['days'] {
  if (waiting.length === 0) return days;
  const guests = new Map(waiting.map((one) => [`${one.facilityId} ${one.day} ${one.slotId}`, one.guests]));
  return days.map(({ date, facilities }) => ({
    date,
    facilities: facilities.map((facility) => ({
      ...facility,
      slots: facility.slots.map((slot) => {
        const of = (slotId: number) => guests.get(`${facility.id} ${date} ${slotId}`) ?? 0;
        const count = of(slot.id) + of(0);
        return count > 0 ? { ...slot, waiting: count } : slot;
      }),
    })),
  }));
}

/** Handlers of the calendar: slots of all facilities with their bookings, and blocking slots. */
export function calendarHandlers(deps: AdminDeps): AdminHandlers<'calendar' | 'block'> {
  const { catalog, availability, booking } = deps.backends;
  const atVenue = handlersAtVenue(catalog);
  return {
    showCalendar: atVenue(async ({ venueId, facility_id: facilityId, from, to }) => {
      const query = { venueId, facilityId, from, to };
      const { dayStart, startsAt, endsAt, ...calendar } = await availability.calendar.query(query);
      const shown = calendar.days.map(({ date }) => date);
      const { waiting = [], ...held } = await booking.desk.calendar.query({
        ...{ venueId, facilityId, startsAt, endsAt, days: shown },
      });
      return { ...calendar, days: withWaiting(calendar.days, waiting), day_start: dayStart, ...held };
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
