import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import type { ZoneChange, ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import type { Caller } from '../auth/callers.ts';
import { type AdminDeps, changeRules } from './adminDeps.ts';

/** Maximum number of times that a failure names. */
const NAMED = 10;

/**
 * Saves a change of a venue that may change its time zone or the start of its booking days. If that shows
 * upcoming bookings at another clock time, it needs a choice of what they keep. `force` alone keeps their
 * instants.
 * @throws `zone_meets_bookings`, `bookings_met`, `clock_times_clash`
 */
export async function changeZone<T>(
  deps: Pick<AdminDeps, 'backends'>,
  previewed: RulesPreview | null,
  { choice, force, caller }: { choice: ZoneChange; force: boolean; caller: Caller },
  save: (choice: ZoneChangeChoice) => Promise<T>,
): Promise<T> {
  const change = previewed?.change;
  const [from, to] =
    change?.of === 'settings' ? [change.before.timezone, change.after.timezone] : [undefined, undefined];
  const { keep = 'instant', notify = keep === 'instant' } = choice;
  if (!previewed || change?.of !== 'settings' || !from || !to)
    return changeRules(
      deps,
      { preview: previewed && Promise.resolve(previewed), force: force || choice.keep !== undefined, caller },
      () => save({ keep, notify }),
    );
  const { venueId } = previewed;
  if (keep === 'clock') await requireNoClash(deps, { venueId, from, to });
  return changeRules(
    deps,
    {
      preview: Promise.resolve({ venueId, change: { ...change, keep } }),
      force: force || choice.keep !== undefined,
      failure: 'zone_meets_bookings',
      caller,
    },
    () => save({ keep, notify }),
  );
}

/** @throws `clock_times_clash` if two bookings would be at the same time */
async function requireNoClash(
  { backends: { availability } }: Pick<AdminDeps, 'backends'>,
  move: { venueId: number; from: string; to: string },
): Promise<void> {
  const slots = await availability.findClashes.query(move);
  if (slots.length === 0) return;
  const times = slots.map((id) => localAt(move.from, parseSlotId(id)?.startsAt ?? 0).replace('T', ' '));
  const named = [...new Set(times)];
  throw fail('clock_times_clash', {
    times: [...named.slice(0, NAMED), ...(named.length > NAMED ? ['…'] : [])].join(', '),
  });
}
