import type { ApiError } from '../../api/client.ts';

/** What a refusal says of single fields, by their names: `name: must not be empty; fields.0.label: …`. */
export function problemsOf(error: Pick<ApiError, 'status' | 'message'> | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  if (error?.status !== 422) return found;
  for (const part of error.message.replace(/\.$/, '').split('; ')) {
    const [, path, text] = /^([a-z_]+(?:\.[a-z_0-9]+)*): (.+)$/s.exec(part) ?? [];
    if (path && text) found[path] ??= text;
  }
  return found;
}

/** What is wrong with a field, or with an entry of it when it is a list. */
export const problemOf = (problems: Record<string, string>, key: string): string | undefined =>
  problems[key] ?? Object.entries(problems).find(([path]) => path.startsWith(`${key}.`))?.[1];
