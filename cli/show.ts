import { isObject, type JsonObject } from './jsonObject.ts';

/** Formats a response as text, without a trailing line break; empty without content. */
export function show(value: unknown, columns?: readonly string[]): string {
  if (Array.isArray(value)) return (columns ? table(value, columns) : list(value)).join('\n');
  if (isObject(value)) return properties(value).join('\n');
  return value === undefined || value === null ? '' : printable(String(value));
}

/** Formats a list as a table, or as blocks if its objects contain nested objects. */
function list(all: readonly unknown[]): string[] {
  const things = all.map(withoutChanges);
  const deep = things.some((thing) => isObject(thing) && Object.values(thing).some(hasParts));
  if (!deep || !things.every(isObject)) return table(things);
  return things.flatMap((thing, index) => [...(index > 0 ? [''] : []), ...properties(thing)]);
}

/** Removes `changes` from a history entry: its `note` contains the same as text. */
const withoutChanges = (thing: unknown): unknown => {
  if (!isObject(thing) || !('changes' in thing && 'note' in thing)) return thing;
  const { changes, ...rest } = thing;
  return rest;
};

const hasParts = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : isObject(value) && Object.keys(value).length > 0;

/** Formats a table with one row per object. Without `columns` it has all keys. */
function table(rows: readonly unknown[], columns?: readonly string[]): string[] {
  if (rows.length === 0) return [];
  if (!rows.every(isObject)) return rows.map(cell);
  const keys = columns ?? [...new Set(rows.flatMap(Object.keys))];
  const heads = keys.map((key) => key.replaceAll('_', ' ').toUpperCase());
  const lines = [heads, ...rows.map((row) => keys.map((key) => cell(row[key])))];
  const widths = keys.map((_, column) => Math.max(...lines.map((line) => width(line[column] ?? ''))));
  const right = keys.map((key) => rows.every((row) => typeof row[key] === 'number'));
  return lines.map((line) =>
    line
      .map((text, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - width(text));
        return right[column] ? padding + text : text + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Formats one line per key, with nested lists and objects indented below. */
function properties(value: JsonObject): string[] {
  const longest = Math.max(0, ...Object.keys(value).map((key) => width(printable(key))));
  return Object.entries(value).flatMap(([key, item]) => {
    const name = printable(key);
    if (Array.isArray(item) && hasParts(item)) return [name, ...list(item).map(indent)];
    if (isObject(item) && hasParts(item)) return [name, ...properties(item).map(indent)];
    const start = name + ' '.repeat(longest - width(name) + 2);
    if (typeof item !== 'string') return [start + cell(item)];
    const [first = '', ...more] = item.split(/\r\n|[\r\n\u2028\u2029]/).map(printable);
    return [`${start}${first}`.trimEnd(), ...more.map((line) => ' '.repeat(longest + 2) + line)];
  });
}

const indent = (line: string): string => line && `  ${line}`;

/** Formats a value on one line. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  if (isObject(value)) return Object.keys(value).length === 0 ? '-' : printable(JSON.stringify(value));
  return printable(String(value).replaceAll(/\r\n|[\r\n\u2028\u2029]/g, ' ↵ '));
}

/** Escapes control characters, so that text cannot move the cursor or hide other text in a terminal. */
export const printable = (text: string): string =>
  text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => (character === '\t' ? ' ' : escaped(character)),
  );

/** Escapes the control characters that JSON allows unescaped. */
export const printableJson = (json: string): string => json.replaceAll(/[\u007f-\u009f]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /^(\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u;

/** Number of terminal columns that a text occupies. */
function width(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}
