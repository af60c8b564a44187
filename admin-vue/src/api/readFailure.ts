import type { Locale } from '@venue-booking/proto/primitives';
import { fieldNames, problemWords } from './failureTexts.ts';

/** A rejected request: the whole message, and the failures of single fields by path. */
export type Refusal = { message: string; problems: Record<string, string> };

/** Replaces `$1`, `$2` … by the matched groups; field keys become field names. */
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
 * Parses and translates a validation message of the server, such as `name: must not be empty; fields.0.label:
 * …`. Messages without a translation stay in English.
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
