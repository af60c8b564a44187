/** The failure of a field, or of an item of a list field. */
export const failureOf = (failures: Record<string, string>, key: string): string | undefined =>
  failures[key] ?? Object.entries(failures).find(([path]) => path.startsWith(`${key}.`))?.[1];
