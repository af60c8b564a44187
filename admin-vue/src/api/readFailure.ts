import type { Texts } from '../texts/en.ts';
import { failurePatterns } from './failurePatterns.ts';

/** The texts of one language that messages need. */
type FailureTexts = Pick<Texts, 'failures' | 'fieldNames' | 'fields' | 'itemNames'>;

/** A part of a validation message: its field if it has one, the failure, and both as a text. */
export type FailurePart = { path: string; words: string; text: string };
/** A rejected request: the whole message, its parts, and the failures of single fields by path. */
export type Failure = { message: string; parts: FailurePart[]; failures: Record<string, string> };

/** Replaces `$1`, `$2` … by the matched groups; field keys become field names. */
const fill = (text: string, parts: readonly string[], t: FailureTexts): string =>
  text.replace(/\$(\d)/g, (_, at) => {
    const part = parts[Number(at)] ?? '';
    return t.fieldNames[part] ?? part;
  });

function inWords(failure: string, t: FailureTexts): string {
  for (const [pattern, key] of failurePatterns) {
    const parts = pattern.exec(failure);
    if (parts) return fill(t.failures[key], parts, t);
  }
  return failure;
}

/** `pricing.rules.1.name`: `Price rule 2, Name`. Returns a path unchanged if it has no name. */
function nameOf(path: string, t: FailureTexts): string {
  const keys = path.split('.');
  const at = keys.findIndex((key) => /^\d+$/.test(key));
  const item = t.itemNames[keys[at - 1] ?? ''];
  const [whole = ''] = keys;
  if (!item) return t.fieldNames[whole] ?? path;
  const field = t.fieldNames[keys.slice(at + 1).join('.')] ?? t.fieldNames[keys.at(-1) ?? ''];
  return [`${item} ${Number(keys[at]) + 1}`, field].filter(Boolean).join(', ');
}

/**
 * Parses and translates a validation message of the server, such as `name: must not be empty; fields.0.label:
 * …`. Messages without a translation stay in English.
 */
export function readFailure(text: string, t: FailureTexts): Failure {
  const parts = text
    .replace(/\.$/, '')
    .split('; ')
    .map((part) => {
      const [, path = '', failure = ''] =
        /^([a-z_]+(?:\.[a-z_0-9]+)*): (?:[a-z_]+: )?(.+)$/s.exec(part) ??
        /^([a-z_]+_[a-z_]+) (must .+)$/.exec(part) ??
        [];
      const words = inWords(failure || part, t);
      return { path, words, text: path ? `${nameOf(path, t)}${t.fields.colon} ${words}` : words };
    });
  // The first failure of a field counts.
  const failures = Object.fromEntries(
    parts
      .filter(({ path }) => path)
      .map(({ path, words }) => [path, words])
      .reverse(),
  );
  return { message: sentenceOf(parts), parts, failures };
}

/** The texts of some parts as one sentence, each once. */
export const sentenceOf = (parts: readonly FailurePart[]): string =>
  `${[...new Set(parts.map(({ text }) => text))].join('; ')}.`;
