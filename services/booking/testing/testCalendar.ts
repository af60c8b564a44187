/** Reads iCalendar text as a calendar app does, by RFC 5545 alone. */

/** A content line: name, parameters and raw value. */
export type Line = { name: string; params: Record<string, string>; value: string };

/** The lines of a file, unfolded. */
export function readLines(text: string): Line[] {
  const unfolded = text.replaceAll('\r\n ', '').replaceAll('\r\n\t', '');
  if (!unfolded.endsWith('\r\n')) throw new Error('the last line does not end');
  return unfolded
    .slice(0, -2)
    .split('\r\n')
    .map((line) => {
      const [, head = '', value = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
      const [name = '', ...params] = head.split(';');
      return {
        name,
        value,
        params: Object.fromEntries(params.map((param) => param.split('=') as [string, string])),
      };
    });
}

/** Unescapes a text value. */
export const readText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, character: string) =>
    character.toLowerCase() === 'n' ? '\n' : character,
  );

/** The lines of each component of one type, in order. */
export function componentsOf(lines: Line[], kind: string): Line[][] {
  const found: Line[][] = [];
  let open: Line[] | null = null;
  for (const line of lines) {
    if (line.name === 'END' && line.value === kind) open = null;
    open?.push(line);
    if (line.name !== 'BEGIN' || line.value !== kind) continue;
    open = [];
    found.push(open);
  }
  return found;
}

export const lineValue = (lines: Line[], name: string): string | undefined =>
  lines.find((line) => line.name === name)?.value;

/** The instant (ms since 1970) of a DTSTART or DTEND, by the VTIMEZONE of the same file. */
export function instantOf(lines: Line[], { params, value }: Line): number {
  if (value.endsWith('Z')) return localMs(value.slice(0, -1));
  const zone = componentsOf(lines, 'VTIMEZONE').find((block) => lineValue(block, 'TZID') === params.TZID);
  if (!zone) throw new Error(`no VTIMEZONE for ${params.TZID}`);
  return localMs(value) - offsetIn(zone, localMs(value));
}

/** `20261025T023000` as if it were UTC, ms since 1970. */
const localMs = (value: string): number =>
  Date.parse(value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));

const offsetMs = (text: string): number => {
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3, 5));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
};

/** The offset in force at a local time: that of the rule with the latest onset before it. */
function offsetIn(zone: Line[], local: number): number {
  const rules = [...componentsOf(zone, 'STANDARD'), ...componentsOf(zone, 'DAYLIGHT')];
  const year = new Date(local).getUTCFullYear();
  const onsets = rules.flatMap((rule) =>
    [year - 1, year].map((inYear) => ({
      at: onsetOf(rule, inYear),
      to: lineValue(rule, 'TZOFFSETTO') ?? '',
    })),
  );
  const past = onsets.filter(({ at }) => at <= local).sort((a, b) => a.at - b.at);
  return offsetMs(past.at(-1)?.to ?? '');
}

/** The onset of a rule in a year; its only onset if it does not recur. */
function onsetOf(rule: Line[], year: number): number {
  const start = lineValue(rule, 'DTSTART') ?? '';
  const recurs = lineValue(rule, 'RRULE');
  if (recurs === undefined) return localMs(start);
  const [, month, nth, day = ''] = /BYMONTH=(\d+);BYDAY=(-?\d)([A-Z]{2})/.exec(recurs) ?? [];
  const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(day);
  if (weekday < 0) throw new Error(`a rule that this test does not know: ${recurs}`);
  const days = Array.from(
    { length: 31 },
    (_, index) => new Date(Date.UTC(year, Number(month) - 1, index + 1)),
  );
  const fitting = days.filter((it) => it.getUTCMonth() === Number(month) - 1 && it.getUTCDay() === weekday);
  const onset = fitting.at(Number(nth) > 0 ? Number(nth) - 1 : Number(nth));
  return (onset?.getTime() ?? Number.NaN) + (localMs(start) % (24 * 3600_000));
}
