import type { Interval } from './schedule.ts';

/** Merges overlapping and adjacent intervals, ordered by start. Takes linear time if the input is ordered. */
export function mergeOverlapping(all: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { startsAt, endsAt } of all.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = merged.at(-1);
    if (!last || last.endsAt < startsAt) merged.push({ startsAt, endsAt });
    else last.endsAt = Math.max(last.endsAt, endsAt);
  }
  return merged;
}

/** Whether an interval overlaps one of `all`, which is ordered by start and free of overlaps. */
export function overlapsAny(all: readonly Interval[], { startsAt, endsAt }: Interval): boolean {
  let [first, end] = [0, all.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((all[middle]?.endsAt ?? 0) > startsAt) end = middle;
    else first = middle + 1;
  }
  return (all[first]?.startsAt ?? Infinity) < endsAt;
}
