/**
 * The public id of a slot is computed, not stored: `facilityId · 2^26 + minutes since 2020-01-01T00:00Z`.
 * Facility ids are below 2^27, so a slot id is exact in a double. The minutes reach until 2147.
 */
const MINUTES_BITS = 2 ** 26;
const EPOCH_MS = Date.UTC(2020, 0, 1);
const MAX_FACILITY_ID = 2 ** 27 - 1;

/** Id of a facility's slot that starts at an instant (ms since 1970); null if it is out of range. */
export function slotIdOf(facilityId: number, startsAt: number): number | null {
  if (!Number.isInteger(facilityId) || facilityId < 1 || facilityId > MAX_FACILITY_ID) return null;
  const minutes = (startsAt - EPOCH_MS) / 60_000;
  if (!Number.isInteger(minutes) || minutes < 0 || minutes >= MINUTES_BITS) return null;
  return facilityId * MINUTES_BITS + minutes;
}

/** Facility and start of a slot id, or null if the number is not a valid id. */
export function parseSlotId(slotId: number): { facilityId: number; startsAt: number } | null {
  if (!Number.isSafeInteger(slotId) || slotId < MINUTES_BITS) return null;
  const facilityId = Math.floor(slotId / MINUTES_BITS);
  if (facilityId > MAX_FACILITY_ID) return null;
  return { facilityId, startsAt: (slotId % MINUTES_BITS) * 60_000 + EPOCH_MS };
}
