import type { DayWindow, Season, Timetable, Window } from '@venue-booking/proto/facility/timetable';

/** The times of a window in the form. `row` identifies it while it moves. */
export type TimesDraft = {
  row: number;
  kind: 'hours' | 'starts';
  opens: string;
  closes: string;
  /** Such as `10:00, 13:30, 19:00`. */
  starts: string;
};
/** A window of a season in the form. */
export type WindowDraft = TimesDraft & { days: number[] };
export type When = 'always' | 'yearly' | 'once';
/** A season in the form. */
export type SeasonDraft = {
  row: number;
  name: string;
  when: When;
  from: string;
  to: string;
  windows: WindowDraft[];
};

/** Maximum number of seasons; the API's `MAX_SEASONS`. */
export const MAX_SEASONS = 12;

let rows = 0;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export const timesDraft = ({ opens_at = '', closes_at = '', starts }: DayWindow): TimesDraft => ({
  row: ++rows,
  kind: starts ? 'starts' : 'hours',
  opens: opens_at,
  closes: closes_at,
  starts: (starts ?? []).join(', '),
});

const windowDraft = ({ days, ...times }: Window): WindowDraft => ({ days: [...days], ...timesDraft(times) });

const whenOf = ({ from, to }: Season): When => {
  const date = from ?? to;
  if (date === undefined) return 'always';
  // A date without a year, MM-DD.
  return date.length === 5 ? 'yearly' : 'once';
};

const seasonDraft = (season: Season): SeasonDraft => ({
  row: ++rows,
  name: season.name ?? '',
  when: whenOf(season),
  from: season.from ?? '',
  to: season.to ?? '',
  windows: season.windows.map(windowDraft),
});

export const toDrafts = (timetable: Timetable): SeasonDraft[] => timetable.map(seasonDraft);

/** Parses typed start times, also `9.30 14u`. Invalid times are kept, and the API rejects them. */
export const startsIn = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((time) =>
      time.replace(
        /^(\d?\d)(?:[.:u](\d\d)?)?$/,
        (_, hour, minute = '00') => `${hour.padStart(2, '0')}:${minute}`,
      ),
    );

export const timesOf = ({ kind, opens, closes, starts }: TimesDraft): DayWindow =>
  kind === 'starts' ? { starts: startsIn(starts) } : { opens_at: opens, closes_at: closes };

const windowOf = ({ days, ...times }: WindowDraft): Window => ({
  days: days.toSorted(),
  ...timesOf(times),
});

const seasonOf = ({ name, when, from, to, windows }: SeasonDraft): Season => ({
  ...(name.trim() && { name: name.trim() }),
  ...(when !== 'always' && from && { from }),
  ...(when !== 'always' && to && { to }),
  windows: windows.map(windowOf),
});

export const toTimetable = (drafts: readonly SeasonDraft[]): Timetable => drafts.map(seasonOf);

/** A new window of a season: on the days without hours, or else on the days of the last window. */
export function newWindow({ windows }: Pick<SeasonDraft, 'windows'>): WindowDraft {
  const free = EVERY_DAY.filter((day) => !windows.some(({ days }) => days.includes(day)));
  const days = free.length > 0 ? free : [...(windows.at(-1)?.days ?? EVERY_DAY)];
  return windowDraft({ days, opens_at: '', closes_at: '' });
}

/** Inserts a season where it has an effect: after the dated seasons and before an all-year one. */
export function withSeason(drafts: readonly SeasonDraft[]): SeasonDraft[] {
  const usual = drafts.findIndex(({ when }) => when === 'always');
  const at = usual < 0 ? drafts.length : usual;
  const added = seasonDraft({ from: '04-01', to: '09-30', windows: [] });
  added.windows.push(newWindow(added));
  return drafts.toSpliced(at, 0, added);
}

/** Converts the dates of a season to another kind, as closely as possible. */
export function inForm({ from, to }: Pick<SeasonDraft, 'from' | 'to'>, when: When, year: number) {
  if (when === 'yearly') return { from: from.slice(-5) || '04-01', to: to.slice(-5) || '09-30' };
  if (when === 'always') return { from, to };
  const [first, last] = [from.slice(-5), to.slice(-5)];
  return {
    from: first && `${year}-${first}`,
    to: last && `${first > last ? year + 1 : year}-${last}`,
  };
}

/** Whether a season has no effect, because one above it applies all year. */
export const isHidden = (drafts: readonly SeasonDraft[], at: number): boolean =>
  drafts.slice(0, at).some(({ when }) => when === 'always');
