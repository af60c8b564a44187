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
  if (Buffer.byteLength(line) <= OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    const isFull = octets + more > OCTETS;
    folded += isFull ? `\r\n ${character}` : character;
    octets = isFull ? more : octets + more;
  }
  return folded;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
