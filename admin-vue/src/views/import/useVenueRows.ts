import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import type { Calendar } from '@venue-booking/proto/booking/calendar';
import { onScopeDispose, ref, shallowRef } from 'vue';
import { ApiError, api, cursorIn, ofVenue, send } from '../../api/client.ts';
import { type Existing, weeksOf } from './rows/checkRows.ts';
import type { ReadRow } from './rows/readRows.ts';

const PAGE = 500;
/** Waits of a busy server in a row, before the check fails. */
const ATTEMPTS = 6;

/** Loads the venue's data for the check of rows: the calendar of their days, and the coming bookings. */
export function useVenueRows(slug: string) {
  const data = shallowRef<{ days: Calendar['days']; existing: Existing[] }>();
  const error = shallowRef<ApiError>();
  const progress = shallowRef<{ done: number; all: number }>();
  const isImporting = ref(false);
  /** Counts loads, so that each has an import of its own. */
  const loads = ref(0);
  let running: AbortController | undefined;

  function forget(): void {
    running?.abort();
    progress.value = undefined;
    data.value = undefined;
    error.value = undefined;
  }
  onScopeDispose(() => running?.abort());

  async function load(rows: readonly ReadRow[], dayStart: string): Promise<void> {
    forget();
    const controller = new AbortController();
    const { signal } = controller;
    running = controller;
    const weeks = weeksOf(rows, dayStart);
    const days: Calendar['days'] = [];
    progress.value = { done: 0, all: weeks.length + 1 };
    try {
      // One after the other, because a venue's expensive reads are limited.
      for (const [done, week] of weeks.entries()) {
        const calendar = await patiently(
          () => api.get<Calendar>(ofVenue(slug, '/calendar'), week, signal),
          signal,
        );
        days.push(...calendar.days);
        progress.value = { done: done + 1, all: weeks.length + 1 };
      }
      const existing = await readExisting(slug, signal);
      if (signal.aborted) return;
      loads.value += 1;
      data.value = { days, existing };
    } catch (caught) {
      if (signal.aborted) return;
      if (!(caught instanceof ApiError)) throw caught;
      error.value = caught;
    } finally {
      if (running === controller) progress.value = undefined;
    }
  }
  return { data, error, progress, isImporting, loads, load, forget };
}

/** The coming bookings with a reference, also cancelled ones. */
async function readExisting(slug: string, signal: AbortSignal): Promise<Existing[]> {
  const today = await api.get<Calendar>(ofVenue(slug, '/calendar'), {}, signal);
  const found: Existing[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { from: today.today, limit: PAGE, ...(cursor && { cursor }) };
    const answer = await patiently(() => send('GET', ofVenue(slug, '/bookings'), { query, signal }), signal);
    const page: AdminBooking[] = await answer.json();
    found.push(...page.filter(({ client_reference, source }) => client_reference && source === 'desk'));
    cursor = cursorIn(answer);
  }
  return found;
}

/** Repeats a read while the server is busy. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || attempt === ATTEMPTS || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(error.retryAfter ?? attempt, 30)));
    }
  }
}
