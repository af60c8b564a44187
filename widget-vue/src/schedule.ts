import type { Facility } from '@venue-booking/proto/facility';
import type { Availability, Slot } from '@venue-booking/proto/slot';
import { shallowReactive } from 'vue';
import type { Api, ApiError } from './api.ts';
import { addDays } from './dates.ts';

export type DaySummary = Availability['days'][number];

/** How old a summary may be before looking at it asks again, in ms. */
const FRESH_MS = 20_000;

/** What the pickers show: days and the times of the chosen one. What is known stays while it is asked for again. */
export type Schedule = {
  readonly facility: Facility;
  /** The venue's current booking day; empty until the first answer. */
  today: string;
  /** The chosen booking day; empty until the first answer. */
  date: string;
  /** Summaries by day. */
  days: Record<string, DaySummary>;
  /** Times of the chosen day; null until they are known. Those of the day before stay while `loading`. */
  slots: Slot[] | null;
  /** The day that `slots` belong to. */
  slotsOf: string;
  loading: boolean;
  problem: ApiError | null;
};

/** The composable behind all three pickers. @see Schedule */
export function useSchedule(api: Api, facility: Facility) {
  const state: Schedule = shallowReactive({
    facility,
    today: '',
    date: '',
    days: {},
    slots: null,
    slotsOf: '',
    loading: false,
    problem: null,
  });
  const known = new Map<string, Slot[]>();
  const askedAt = new Map<string, number>();
  const life = new AbortController();
  let turn = 0;

  /** Runs what a guest waits for; a newer wish outdates it. */
  const attempt = async (work: (isCurrent: () => boolean) => Promise<void>) => {
    const mine = ++turn;
    const isCurrent = () => mine === turn && !life.signal.aborted;
    state.loading = true;
    state.problem = null;
    try {
      await work(isCurrent);
    } catch (error) {
      if (isCurrent()) state.problem = error as ApiError;
    } finally {
      if (isCurrent()) state.loading = false;
    }
  };

  const keep = (days: DaySummary[]) => {
    for (const { date } of days) askedAt.set(date, Date.now());
    state.days = { ...state.days, ...Object.fromEntries(days.map((day) => [day.date, day])) };
  };

  const loadSlots = async (date: string, isCurrent: () => boolean) => {
    const before = known.get(date);
    if (before) Object.assign(state, { slots: before, slotsOf: date });
    const { slots } = await api.slots(facility.id, date, life.signal);
    known.set(date, slots);
    if (isCurrent()) Object.assign(state, { slots, slotsOf: date });
  };

  const schedule = {
    state,

    /** Looks up the coming days and opens the first on which something is free. */
    open: () =>
      attempt(async (isCurrent) => {
        const { from, days } = await api.days(facility.id, undefined, life.signal);
        if (!isCurrent()) return;
        keep(days);
        state.today = from;
        state.date = (days.find(({ bookable }) => bookable) ?? { date: from }).date;
        await loadSlots(state.date, isCurrent);
      }),

    /** Chooses a day and looks up its times. */
    choose: (date: string) =>
      attempt(async (isCurrent) => {
        state.date = date;
        await loadSlots(date, isCurrent);
      }),

    /** Looks again at the chosen day, and at its summary: somebody else has booked. */
    refresh: () =>
      attempt(async (isCurrent) => {
        askedAt.clear();
        await Promise.all([loadSlots(state.date, isCurrent), schedule.look(state.date, state.date)]);
      }),

    /**
     * Sees to it that the summaries of a range are known, and then of the range after it. Quietly: a picker shows a day that is not
     * known yet as one that can be tried.
     */
    async look(from: string, to: string): Promise<void> {
      const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
      await loadDays(from, to);
      await loadDays(addDays(to, 1), addDays(to, length));
    },

    /** Ends what is under way. */
    close: () => life.abort(),
  };

  const loadDays = async (from: string, to: string) => {
    const first = from < state.today ? state.today : from;
    const isFresh = (date: string) => (askedAt.get(date) ?? 0) > Date.now() - FRESH_MS;
    if (!state.today || to < first || (isFresh(first) && isFresh(to))) return;
    const answer = await api.days(facility.id, { from: first, to }, life.signal).catch(() => null);
    if (answer) keep(answer.days);
  };

  return schedule;
}

export type ScheduleControl = ReturnType<typeof useSchedule>;
