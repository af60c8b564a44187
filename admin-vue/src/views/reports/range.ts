import { addDays } from '../../bookingDay.ts';

/** Dates as `YYYY-MM-DD`. */
export type Range = { from: string; to: string };

const DAY_MS = 24 * 3600_000;

/** The number of days, with the first and the last. */
const lengthOf = ({ from, to }: Range): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;

/** The same limit as the server's. */
const MAX_DAYS = 400;
export const isValidRange = (range: Range): boolean => {
  const days = lengthOf(range);
  return days >= 1 && days <= MAX_DAYS;
};

/**
 * Common date ranges.
 * @param today the booking day
 */
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

/** The default period length, which gives about a dozen to thirty periods. */
export function defaultPeriod(range: Range): 'day' | 'week' | 'month' {
  const days = lengthOf(range);
  return days <= 45 ? 'day' : days <= 120 ? 'week' : 'month';
}

/** The relative change; null if the previous value is 0. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before;
