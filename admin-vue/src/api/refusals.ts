import type { Locale } from '@venue-booking/proto/primitives';
import { fieldNames, problemWords } from './refusalWords.ts';

/** What a refused request says: all of it, and what is wrong with single fields, by their paths. */
export type Refusal = { message: string; problems: Record<string, string> };

/** A message with what it is made of filled in: the parts that the pattern found, fields by their names. */
const fill = (text: string, parts: readonly string[], language: Locale): string =>
  text.replace(/\$(\d)/g, (_, at) => {
    const part = parts[Number(at)] ?? '';
    return fieldNames[part]?.[language] ?? part;
  });

function inWords(problem: string, language: Locale): string {
  for (const [pattern, words] of problemWords) {
    const parts = pattern.exec(problem);
    if (parts) return fill(words[language], parts, language);
  }
  return problem;
}

/**
 * Reads what the server found wrong with an input, `name: must not be empty; fields.0.label: …`, which is
 * English and names fields as programs do. What is not known here stays as it is.
 */
export function readRefusal(text: string, language: Locale): Refusal {
  const problems: Record<string, string> = {};
  const told = text
    .replace(/\.$/, '')
    .split('; ')
    .map((part) => {
      const [, path = '', problem = ''] =
        /^([a-z_]+(?:\.[a-z_0-9]+)*): (?:[a-z_]+: )?(.+)$/s.exec(part) ??
        /^([a-z_]+_[a-z_]+) (must .+)$/.exec(part) ??
        [];
      const words = inWords(problem || part, language);
      if (!path) return words;
      problems[path] ??= words;
      const [field = ''] = path.split('.');
      return `${fieldNames[field]?.[language] ?? path}: ${words}`;
    });
  return { message: `${told.join('; ')}.`, problems };
}
