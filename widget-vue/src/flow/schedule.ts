import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Availability, Slot } from '@venue-booking/proto/facility/slot';
import { shallowReactive } from 'vue';
import type { Api, ApiError } from '../api/api.ts';
import { addMonths, daysOfMonth, monthStart } from '../texts/dates.ts';

export type DaySummary = Availability['days'][number];

/** Day summaries of a month younger than this are not loaded again, in ms. */
const FRESH_MS = 20_000;

/**
 * Data for the pickers: days, and the slots of the chosen day. Loaded data stays visible while it reloads.
 */
export type Schedule = {
  facility: Facility;
  /** The venue's current booking day; empty until the first response. */
  today: string;
  /** The chosen booking day; empty until the first response. */
  date: string;
  /** The day with keyboard focus, which is always shown. Never before today. */
  cursor: string;
  /** Summaries by date. */
  days: Record<string, DaySummary>;
  /** The slots of `slotsOf`; null until loaded. The previous day's slots stay while `loading`. */
  slots: Slot[] | null;
  /** The date of `slots`. */
  slotsOf: string;
  loading: boolean;
  failure: ApiError | null;
};

/** The composable behind all three pickers. @see Schedule @param report reports an error to the page */
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
    failure: null,
  });
  const loadedDays = new Map<string, Slot[]>();
  /** When the days of a month were last requested, and the request, by the month's first day. */
  const asked = new Map<string, { at: number; loaded?: Promise<void> }>();
  const life = new AbortController();
  const { signal } = life;
  let lastRequest = 0;

  /** Runs work that the guest waits for. A newer call makes an older one outdated. */
  const attempt = async (work: (isCurrent: () => boolean) => Promise<void>) => {
    const thisRequest = ++lastRequest;
    const isCurrent = () => thisRequest === lastRequest && !signal.aborted;
    state.loading = true;
    state.failure = null;
    try {
      await work(isCurrent);
    } catch (error) {
      if (isCurrent()) state.failure = report(error);
    } finally {
      if (isCurrent()) state.loading = false;
    }
  };

  const storeDays = (days: DaySummary[]) => {
    state.days = { ...state.days, ...Object.fromEntries(days.map((day) => [day.date, day])) };
  };

  const loadSlots = async (isCurrent: () => boolean) => {
    const { date } = state;
    const before = loadedDays.get(date);
    if (before) Object.assign(state, { slots: before, slotsOf: date });
    const { slots } = await api.slots(facility.id, date, signal);
    loadedDays.set(date, slots);
    if (isCurrent()) Object.assign(state, { slots, slotsOf: date });
  };

  const loadMonth = (date: string): Promise<void> | undefined => {
    const month = monthStart(date);
    const before = asked.get(month);
    if (before && before.at > Date.now() - FRESH_MS) return before.loaded;
    const days = daysOfMonth(date);
    const from = (days[0] as string) > state.today ? (days[0] as string) : state.today;
    const loaded = api.days(facility.id, { from, to: days.at(-1) as string }, signal).then(
      (loaded) => storeDays(loaded.days),
      // No error is shown: days without a summary can still be chosen.
      () => void asked.delete(month),
    );
    asked.set(month, { at: Date.now(), loaded });
    return loaded;
  };

  /** Loads the month of the cursor, then the next month. */
  const look = async () => {
    const { cursor } = state;
    await loadMonth(cursor);
    await loadMonth(addMonths(cursor, 1));
  };

  const load = () =>
    attempt(async (isCurrent) => {
      const { from, days } = await api.days(facility.id, undefined, signal);
      storeDays(days);
      if (!isCurrent()) return;
      asked.clear();
      asked.set(monthStart(from), { at: Date.now() });
      state.today = from;
      if (state.date < from) state.date = (days.find(({ bookable }) => bookable) ?? { date: from }).date;
      if (state.cursor < from) state.cursor = state.date;
      await loadSlots(isCurrent);
      void look();
    });

  const schedule = {
    state,

    /** Loads the coming days and opens the first day with availability. */
    open: load,
    /** Reloads the days and the chosen day, after a lost slot or a failure. */
    refresh: load,

    /** Moves the cursor to a date, or to today if the date is in the past. Loads the days around it. */
    see(date: string) {
      state.cursor = date > state.today ? date : state.today;
      void look();
    },

    /** Chooses a day and loads its slots. */
    choose(date: string) {
      schedule.see(date);
      return attempt((isCurrent) => {
        state.date = state.cursor;
        return loadSlots(isCurrent);
      });
    },

    /**
     * Chooses the first available day of some, else the first that is not past, and loads its slots. Another
     * day may be chosen once the days have loaded.
     * @param dates in order, of one month or one week
     */
    turn(dates: readonly string[]) {
      const coming = dates.filter((date) => date >= state.today);
      const take = () => {
        const [first = state.today] = coming;
        state.cursor = state.date = coming.find((date) => state.days[date]?.bookable) ?? first;
      };
      take();
      return attempt(async (isCurrent) => {
        // A week may be part of two months.
        await Promise.all([coming[0], coming.at(-1)].map((date) => date && loadMonth(date)));
        if (!isCurrent()) return;
        take();
        await loadSlots(isCurrent);
        void look();
      });
    },

    /** Aborts requests that are under way. */
    close: () => life.abort(),
  };

  return schedule;
}

export type ScheduleControl = ReturnType<typeof useSchedule>;
