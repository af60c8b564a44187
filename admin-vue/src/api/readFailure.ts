import type { Locale } from '@venue-booking/proto/primitives';
import { failureTexts, fieldNames } from './failureTexts.ts';

/** A rejected request: the whole message, and the failures of single fields by path. */
export type Failure = { message: string; failures: Record<string, string> };

/** Replaces `$1`, `$2` … by the matched groups; field keys become field names. */
const fill = (text: string, parts: readonly string[], language: Locale): string =>
  text.replace(/\$(\d)/g, (_, at) => {
    const part = parts[Number(at)] ?? '';
    return fieldNames[part]?.[language] ?? part;
  });

function inWords(failure: string, language: Locale): string {
  for (const [pattern, words] of failureTexts) {
    const parts = pattern.exec(failure);
    if (parts) return fill(words[language], parts, language);
  }
  return failure;
}

/**
 * Parses and translates a validation message of the server, such as `name: must not be empty; fields.0.label:
 * …`. Messages without a translation stay in English.
 */
export function readFailure(text: string, language: Locale): Failure {
  const failures: Record<string, string> = {};
  const told = text
    .replace(/\.$/, '')
    .split('; ')
    .map((part) => {
      const [, path = '', failure = ''] =
        /^([a-z_]+(?:\.[a-z_0-9]+)*): (?:[a-z_]+: )?(.+)$/s.exec(part) ??
        /^([a-z_]+_[a-z_]+) (must .+)$/.exec(part) ??
        [];
      const words = inWords(failure || part, language);
      if (!path) return words;
      failures[path] ??= words;
      const [field = ''] = path.split('.');
      return `${fieldNames[field]?.[language] ?? path}: ${words}`;
    });
  return { message: `${told.join('; ')}.`, failures };
}
