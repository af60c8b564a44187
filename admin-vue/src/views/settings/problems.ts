/** What is wrong with a field, or with an entry of it when it is a list. */
export const problemOf = (problems: Record<string, string>, key: string): string | undefined =>
  problems[key] ?? Object.entries(problems).find(([path]) => path.startsWith(`${key}.`))?.[1];
