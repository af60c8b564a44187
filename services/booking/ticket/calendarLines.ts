/**
 * The lines of an iCalendar file, RFC 5545. Of our own, as the library that made them folded a character at a
 * time: a tenth of what booking's process did for a booking (docs/performance.md).
 */

/** What a line may have before it goes on in the next, behind a space; 75 octets with that. */
const OCTETS = 74;

/** A text as the value of a property. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Lines as a file; those that are longer than programs need to read are folded. */
export const foldLines = (lines: readonly string[]): string => `${lines.map(fold).join('\r\n')}\r\n`;

function fold(line: string): string {
  const octets = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0, to = 0; from < octets.length; from = to) {
    to = from + OCTETS;
    // Not within a character, whose octets after the first begin with the bits 10.
    while (((octets[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    parts.push(octets.toString('utf8', from, to));
  }
  return parts.join('\r\n ');
}
