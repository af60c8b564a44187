import { type RulesChange, RulesSettings } from '@venue-booking/proto/venue/rulesChange';
import { sortedJson } from '../sortedJson.ts';

/** Whether a patch contains a setting that determines slots. */
export const affectsSlots = (patch: object): boolean =>
  Object.keys(patch).some((key) => key in RulesSettings.shape);

/** Whether two setting values are equal, ignoring the order of fields. Undefined equals null. */
export const isSame = (before: unknown, after: unknown): boolean =>
  sortedJson(before ?? null) === sortedJson(after ?? null);

/** Whether a facility for one party per slot becomes one that parties share. */
export const becomesShared = (change: RulesChange): boolean =>
  change.of === 'settings' && change.before.mode === 'FULL' && change.after.mode === 'CAPACITY';

/** The changed settings that determine slots; null if there are none. */
export function settingsChange(
  before: RulesSettings,
  after: RulesSettings,
  facilityId?: number,
): Extract<RulesChange, { of: 'settings' }> | null {
  const keys = Object.keys(RulesSettings.shape) as (keyof RulesSettings)[];
  const changed = keys.filter((key) => !isSame(before[key], after[key]));
  if (changed.length === 0) return null;
  const only = (values: RulesSettings): RulesSettings =>
    Object.fromEntries(changed.map((key) => [key, values[key]])) as RulesSettings;
  return { of: 'settings', ...(facilityId && { facilityId }), before: only(before), after: only(after) };
}
