import type { Calendar, CalendarBooking, LiveChange } from '@venue-booking/proto/booking/calendar';
import { onScopeDispose, type Ref, shallowRef } from 'vue';
import { api, ofVenue } from '../../api/client.ts';
import { type Load, useLoad } from '../../api/useLoad.ts';
import { useLive } from './liveChanges.ts';
import { merge, withBooking } from './merge.ts';

/** Changes within this time are loaded together. */
const GATHER_MS = 30;
/**
 * Released places and new hours take effect a moment after their event, so load once more after this time.
 */
const SETTLED_MS = 2000;
/** Maximum age of the calendar, in case an event is lost. */
const LATEST_MS = 60_000;
/** If more facilities than this changed, load the whole calendar. */
const MOST_APART = 3;

/** The booking days shown. */
export type Range = { from: string | undefined; to: string | undefined };

export type LiveCalendar = Omit<Load<Calendar>, 'data'> & {
  data: Readonly<Ref<Calendar | undefined>>;
  lost: Readonly<Ref<boolean>>;
  /**
   * Shows a booking before its request is answered, or as an action returned it. The returned function undoes
   * that.
   */
  show: (booking: CalendarBooking) => () => void;
};

/** The live calendar of a venue: loads changes when events report them. */
export function useCalendar(slug: string, range: Readonly<Ref<Range>>): LiveCalendar {
  const path = ofVenue(slug, '/calendar');
  const calendar = shallowRef<Calendar>();
  /** Facilities to load again; null for all. */
  let stale: Set<number> | null = new Set();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let fetching = false;
  let disposed = false;
  /** Number of running loads of the whole calendar. */
  let loading = 0;

  const { error, slow, reload } = useLoad(async (signal) => {
    const requested = range.value;
    loading++;
    try {
      const loaded = await api.get<Calendar>(path, requested, signal);
      if (requested === range.value) calendar.value = merge(calendar.value, loaded);
    } finally {
      loading--;
      if (isStale()) soon();
    }
    return true;
  });

  const isStale = () => stale === null || stale.size > 0;
  const fetchStale = async () => {
    gathering = undefined;
    if (fetching || loading > 0 || disposed || !isStale()) return;
    fetching = true;
    const wanted: Set<number> | null = stale;
    stale = new Set();
    try {
      if (wanted === null || wanted.size > MOST_APART) await reload();
      else await Promise.all([...wanted].map(fetchFacility));
    } catch {
      await reload();
    }
    fetching = false;
    if (isStale()) soon();
  };
  const fetchFacility = async (facility_id: number) => {
    const requested = range.value;
    const loaded = await api.get<Calendar>(path, { ...requested, facility_id });
    if (requested === range.value) calendar.value = merge(calendar.value, loaded, facility_id);
  };
  const soon = () => {
    gathering ??= setTimeout(() => void fetchStale(), GATHER_MS);
  };
  const invalidate = (facilities: Iterable<number> | null) => {
    if (facilities === null) stale = null;
    else for (const id of facilities) stale?.add(id);
    soon();
  };
  /** Facilities to load once more after `SETTLED_MS`; null for all. */
  let touched: Set<number> | null = new Set();
  const settle = (facilities: Iterable<number> | null) => {
    if (facilities === null) touched = null;
    else for (const id of facilities) touched?.add(id);
    clearTimeout(settling);
    settling = setTimeout(() => {
      invalidate(touched);
      touched = new Set();
    }, SETTLED_MS);
  };

  const onChange = (change: LiveChange) => {
    // A running load may have read older data or another range, so load everything again.
    const facilities = loading > 0 ? null : facilitiesOf(calendar.value, change);
    if (facilities?.length === 0) return;
    invalidate(facilities);
    if (change.booking_id !== undefined) settle(facilities);
  };
  const { lost } = useLive(`/api/admin${ofVenue(slug, '/live')}`, {
    change: onChange,
    anything() {
      invalidate(null);
      settle(null);
    },
    begins: () => invalidate(null),
  });
  const look = () => {
    if (document.visibilityState === 'visible') invalidate(null);
  };
  const timer = setInterval(look, LATEST_MS);
  document.addEventListener('visibilitychange', look);
  onScopeDispose(() => {
    disposed = true;
    clearInterval(timer);
    clearTimeout(gathering);
    clearTimeout(settling);
    document.removeEventListener('visibilitychange', look);
  });

  const show = (booking: CalendarBooking) => {
    const before = calendar.value?.bookings.find(({ id }) => id === booking.id);
    if (calendar.value) calendar.value = withBooking(calendar.value, booking);
    return () => {
      if (before && calendar.value) calendar.value = withBooking(calendar.value, before);
    };
  };
  return { data: calendar, error, slow, reload, lost, show };
}

/**
 * The visible facilities that a change affects: the booking's old and new facility, and those that share a
 * room with them.
 */
function facilitiesOf(shown: Calendar | undefined, change: LiveChange): number[] {
  if (!shown) return [];
  const { booking_id, slot_id, facility_id } = change;
  const before = shown.bookings.find(({ id }) => id === booking_id)?.facility_id;
  const isHere = slot_id === undefined || isShown(shown, slot_id);
  const changed = [before, isHere ? facility_id : undefined].filter((id) => id !== undefined);
  const all = shown.days.flatMap(({ facilities }) => facilities);
  const rooms = new Set(all.filter(({ id }) => changed.includes(id)).flatMap(({ rooms = [] }) => rooms));
  const sharing = all.filter((facility) => facility.rooms?.some((room) => rooms.has(room)));
  return [...new Set([...changed, ...sharing.map(({ id }) => id)])];
}

/** Slots off the grid start so many minutes around those that are shown. */
const AROUND = 720;

/** Whether a slot is on the shown days; its id counts the minutes. The calendar may not have it yet. */
const isShown = ({ days }: Calendar, slotId: number): boolean =>
  days.some(({ facilities }) =>
    facilities.some(({ slots }) => slots.some(({ id }) => Math.abs(id - slotId) < AROUND)),
  );
