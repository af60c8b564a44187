/**
 * The bookings that a failure lists, and how many more there are; undefined when they were not all counted.
 */
export type Affected = { named: { number: string; at: string }[]; more: number | undefined };

/** Parses `… (12): K7QF-3MXT (2026-12-01 10:00), #7 (…), …`. `1000+` means that more were not counted. */
export function affectedIn(message: string): Affected {
  const named = [...message.matchAll(/(#\d+|\b\w{4}-\w{4}) \(([^)]*)\)/g)].map(
    ([, number = '', at = '']) => ({ number, at }),
  );
  const [, count = named.length, uncounted] = /\((\d+)(\+?)\):/.exec(message) ?? [];
  return { named, more: uncounted ? undefined : Number(count) - named.length };
}
