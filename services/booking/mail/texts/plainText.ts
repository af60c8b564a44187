/** Replaces control characters by spaces, except line breaks. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();

/** A single line without control characters, so that a text can't start a new header. */
export const onOneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');

/** Replaces each `{name}`. */
export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
