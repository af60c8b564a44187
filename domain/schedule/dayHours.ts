import type { DayWindow } from '@venue-booking/proto/facility/timetable';

type Hours = {
  closed?: boolean | undefined;
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  windows?: readonly DayWindow[] | undefined;
};

/**
 * The opening windows of a special day; none: closed. An opening time takes precedence, because the previous
 * release changes it without removing windows.
 */
export function windowsOf({ closed, opens_at, closes_at, windows }: Hours): readonly DayWindow[] {
  if (closed) return [];
  return opens_at && closes_at ? [{ opens_at, closes_at }] : (windows ?? []);
}

/** `09:00–12:00, 17:00–22:00`, or start times such as `10:00, 13:30`. */
export const windowsText = (windows: readonly DayWindow[]): string =>
  windows
    .map(({ starts, opens_at, closes_at }) => starts?.join(', ') ?? `${opens_at}–${closes_at}`)
    .join(', ');
