/** The failure of a field, or of an item of a list field. */
export const problemOf = (problems: Record<string, string>, key: string): string | undefined =>
  problems[key] ?? Object.entries(problems).find(([path]) => path.startsWith(`${key}.`))?.[1];
