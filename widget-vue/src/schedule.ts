import type { Facility } from '@venue-booking/proto/facility';
import type { Availability, Slot } from '@venue-booking/proto/slot';
import { shallowReactive } from 'vue';
import type { Api, ApiError } from './api.ts';
import { addMonths, daysOfMonth, monthStart } from './dates.ts';

export type DaySummary = Availability['days'][number];

/** How old the summaries of a month may be before looking at it asks again, in ms. */
const FRESH_MS = 20_000;

/**
 * What the pickers show: days and the times of the chosen one. What is known stays while it is asked for
 * again.
 */
export type Schedule = {
  facility: Facility;
  /** The venue's current booking day; empty until the first answer. */
  today: string;
  /** The chosen booking day; empty until the first answer. */
  date: string;
  /** The day that the keyboard is on: its week or month is shown. Never before today. */
  cursor: string;
  /** Summaries by day. */
  days: Record<string, DaySummary>;
  /** Times of `slotsOf`; null until they are known. Those of the day before stay while `loading`. */
  slots: Slot[] | null;
  /** The day that `slots` belong to. */
  slotsOf: string;
  loading: boolean;
  problem: ApiError | null;
};

/** The composable behind all three pickers. @see Schedule @param report tells the page of a problem */
export function useSchedule(api: Api, facility: Facility, report: (error: unknown) => ApiError) {
  const state: Schedule = shallowReactive({
    facility,
    today: '',
    date: '',
    cursor: '',
    days: {},
    slots: null,
    slotsOf: '',
    loading: false,
    problem: null,
  });
  const known = new Map<string, Slot[]>();
  /** When the days of a month, by its first, were asked for. */
  const askedAt = new Map<string, number>();
  const life = new AbortController();
  const { signal } = life;
  let turn = 0;

  /** Runs what a guest waits for; a newer wish outdates it. */
  const attempt = async (work: (isCurrent: () => boolean) => Promise<void>) => {
    const mine = ++turn;
    const isCurrent = () => mine === turn && !signal.aborted;
    state.loading = true;
    state.problem = null;
    try {
      await work(isCurrent);
    } catch (error) {
      if (isCurrent()) state.problem = report(error);
    } finally {
      if (isCurrent()) state.loading = false;
    }
  };

  const keep = (days: DaySummary[]) => {
    state.days = { ...state.days, ...Object.fromEntries(days.map((day) => [day.date, day])) };
  };

  const loadSlots = async (isCurrent: () => boolean) => {
    const { date } = state;
    const before = known.get(date);
    if (before) Object.assign(state, { slots: before, slotsOf: date });
    const { slots } = await api.slots(facility.id, date, signal);
    known.set(date, slots);
    if (isCurrent()) Object.assign(state, { slots, slotsOf: date });
  };

  const loadMonth = async (date: string) => {
    const month = monthStart(date);
    if ((askedAt.get(month) ?? 0) > Date.now() - FRESH_MS) return;
    askedAt.set(month, Date.now());
    const days = daysOfMonth(date);
    const from = (days[0] as string) > state.today ? (days[0] as string) : state.today;
    try {
      keep((await api.days(facility.id, { from, to: days.at(-1) as string }, signal)).days);
    } catch {
      // Quietly: a day that is not known yet is shown as one that can be tried.
      askedAt.delete(month);
    }
  };

  /** Sees to it that the days around the cursor are known, and then those of the next month. */
  const look = async () => {
    const { cursor } = state;
    await loadMonth(cursor);
    await loadMonth(addMonths(cursor, 1));
  };

  const load = () =>
    attempt(async (isCurrent) => {
      const { from, days } = await api.days(facility.id, undefined, signal);
      keep(days);
      if (!isCurrent()) return;
      askedAt.clear();
      askedAt.set(monthStart(from), Date.now());
      state.today = from;
      if (state.date < from) state.date = (days.find(({ bookable }) => bookable) ?? { date: from }).date;
      if (state.cursor < from) state.cursor = state.date;
      await loadSlots(isCurrent);
      void look();
    });

  const schedule = {
    state,

    /** Looks up the coming days and opens the first on which something is free. */
    open: load,
    /** Looks again at the days and at the chosen one: somebody else has booked, or it did not work. */
    refresh: load,

    /** Shows the week or month of a day, or of today for a day before. */
    see(date: string) {
      state.cursor = date > state.today ? date : state.today;
      void look();
    },

    /** Chooses a day and looks up its times. */
    choose(date: string) {
      schedule.see(date);
      return attempt((isCurrent) => {
        state.date = state.cursor;
        return loadSlots(isCurrent);
      });
    },

    /** Ends what is under way. */
    close: () => life.abort(),
  };

  return schedule;
}

export type ScheduleControl = ReturnType<typeof useSchedule>;
