/** The bookings that a refusal names, and how many more there are: undefined when nobody has counted them. */
export type Met = { named: { number: string; at: string }[]; more: number | undefined };

/** Reads `… (12): K7QF-3MXT (2026-12-01 10:00), #7 (…), …`, where `1000+` are more than were counted. */
export function metIn(message: string): Met {
  const named = [...message.matchAll(/(#\d+|\b\w{4}-\w{4}) \(([^)]*)\)/g)].map(
    ([, number = '', at = '']) => ({ number, at }),
  );
  const [, count = named.length, uncounted] = /\((\d+)(\+?)\):/.exec(message) ?? [];
  return { named, more: uncounted ? undefined : Number(count) - named.length };
}
