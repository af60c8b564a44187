import { archiveLines, type LineKind, type LineOf } from '@venue-booking/proto/transfer/settingsLines';

/** The lines of a JSON Lines file, or the first fault in it. */
export type ParsedLines<K extends LineKind> =
  | { lines: LineOf<K>[]; fault: null }
  | { lines: null; fault: string };

/** No line of ours is deeper: a settings object in a few lists. */
const MAX_DEPTH = 30;

/** Whether PostgreSQL can store JSON: its texts lack NUL and half characters, and it is not too deep. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < MAX_DEPTH &&
    Object.entries(value).every(([key, one]) => isStorable(key) && isStorable(one, depth + 1))
  );
}

/** Reads the text of a JSON Lines entry, each line by the schema of its kind. */
export function parseLines<K extends LineKind>(kind: K, text: string): ParsedLines<K> {
  const lines: LineOf<K>[] = [];
  const texts = text.split('\n');
  if (texts.at(-1) === '') texts.pop();
  for (const [at, line] of texts.entries()) {
    const fault = (what: string) =>
      ({ lines: null, fault: `line ${at + 1}: ${what}`.slice(0, 500) }) as const;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return fault('is not JSON');
    }
    if (!isStorable(value)) return fault('has a text or a structure that cannot be stored');
    const read = archiveLines[kind].safeParse(value);
    const [issue] = read.error?.issues ?? [];
    if (!read.success)
      return fault(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`.trim());
    lines.push(read.data as LineOf<K>);
  }
  return { lines, fault: null };
}
