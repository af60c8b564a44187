const sorted = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A value as JSON, the same in whichever order the fields of its objects stand. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, sorted);
