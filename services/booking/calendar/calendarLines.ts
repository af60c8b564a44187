/**
 * The lines of an iCalendar file (RFC 5545). Own code, because the library folded lines character by
 * character, which took a tenth of the processor time for a booking (docs/performance.md).
 */

/** Octets per line before a fold; 75 with the space that begins the next line. */
const OCTETS = 74;

/** Escapes a text as the value of a property. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Joins lines to a file and folds those that are too long. */
export const foldLines = (lines: readonly string[]): string => `${lines.map(fold).join('\r\n')}\r\n`;

function fold(line: string): string {
  const octets = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0, to = 0; from < octets.length; from = to) {
    to = from + OCTETS;
    // Do not split a character: its continuation octets begin with the bits 10.
    while (((octets[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    parts.push(octets.toString('utf8', from, to));
  }
  return parts.join('\r\n ');
}
