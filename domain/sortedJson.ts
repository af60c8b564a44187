const sorted = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Serialises a value as JSON with sorted keys. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, sorted);
