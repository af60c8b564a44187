import { addDays, bookingDayAt } from '../../bookingDay.ts';

/** Days as `YYYY-MM-DD`. */
export type Range = { from: string; to: string };

const DAY_MS = 24 * 3600_000;

/** Days from the first to the last, both included. */
const lengthOf = ({ from, to }: Range): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;

/** What the server takes, too. */
const MAX_DAYS = 400;
export const isAskable = (range: Range): boolean => {
  const days = lengthOf(range);
  return days >= 1 && days <= MAX_DAYS;
};

/** Today at a venue by the calendar, as figures count days: its booking day begins later. */
export const calendarDayAt = (now: Date, timezone: string): string =>
  bookingDayAt(now, { timezone, dayStart: '00:00' });

/** Ranges that are often wanted. @param today by the calendar */
export const presetsOf = (today: string) => {
  const firstOfMonth = (date: string) => `${date.slice(0, 8)}01`;
  const first = firstOfMonth(today);
  const lastOfBefore = addDays(first, -1);
  return {
    preset7: { from: addDays(today, -6), to: today },
    preset30: { from: addDays(today, -29), to: today },
    preset90: { from: addDays(today, -89), to: today },
    presetLast: { from: firstOfMonth(lastOfBefore), to: lastOfBefore },
    presetMonth: { from: first, to: addDays(firstOfMonth(addDays(first, 31)), -1) },
    presetYear: { from: `${today.slice(0, 5)}01-01`, to: `${today.slice(0, 5)}12-31` },
    presetNext: { from: today, to: addDays(today, 29) },
  };
};

/** How long periods are when nobody chose: about a dozen to thirty of them. */
export function usualPeriod(range: Range): 'day' | 'week' | 'month' {
  const days = lengthOf(range);
  return days <= 45 ? 'day' : days <= 120 ? 'week' : 'month';
}

/** By how much something has changed, as a share; null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before;
