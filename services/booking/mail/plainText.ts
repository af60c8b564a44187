/** Without control characters; line breaks stay. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();

/** On one line and without control characters, so that nothing in it can be taken for the next header. */
export const onOneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');

/** Fills each `{name}`. */
export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
