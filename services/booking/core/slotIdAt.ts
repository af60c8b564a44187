import { minutesOf } from '@venue-booking/domain/schedule/openingHours';
import { instantAt } from '@venue-booking/domain/schedule/venueTime';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';

/** Id of the slot of a facility that starts at a local time, `YYYY-MM-DDTHH:MM`. @throws `slot_unknown` */
export function slotIdAt(
  { facilityId, timezone }: { facilityId: number; timezone: string },
  startsAt: string,
): number {
  const id = slotIdOf(facilityId, instantAt(timezone, startsAt.slice(0, 10), minutesOf(startsAt.slice(11))));
  if (id === null) throw fail('slot_unknown');
  return id;
}
