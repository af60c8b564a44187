import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import type {
  CheckInList,
  ExpectedBooking,
  FirstCheckIn,
  ScanResult,
} from '@venue-booking/proto/booking/checkIns';
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { ApiError, api, ofVenue } from '../../api/client.ts';
import { dayOf } from '../../bookingDay.ts';
import { sendInBackground } from '../../checkInData.ts';
import { localOf } from '../../format.ts';
import { texts } from '../../locale.ts';
import { retryWhile } from '../../retryWhile.ts';
import { beforeSignOut, roleAt, session } from '../../session.ts';
import {
  type Entry,
  isLikeNumber,
  isNumberOf,
  judge,
  search,
  signalOf,
  stillExpected,
  tokenIn,
  type Verdict,
} from './judge.ts';
import { createOutbox, isFinal, newScan, openCheckIns } from './outbox.ts';
import { claimDevice, deleteGuestListsExcept, readStored, storeGuestList } from './store.ts';

/** A scanned text, or a booking chosen from the list. */
export type Found = { text: string } | { booking_id: number };

/** How long a check-in waits for the server before it uses the device's list. */
const TIMEOUT_MS = 1500;
const RENEW_MS = 60_000;

/**
 * Checks guests in at a venue: by the server while it can be reached, otherwise with the data of the device.
 */
export function useCheckIn(slug: string) {
  const list = shallowRef<CheckInList>();
  const error = shallowRef<ApiError>();
  const isLoading = ref(true);
  /** How far the server's clock is ahead of the device's. */
  let skewMs = 0;
  const outbox = createOutbox(slug, applyResults);
  const byHash = computed(
    () =>
      new Map(
        list.value?.bookings.flatMap((entry) => entry.ticket_hashes.map((hash) => [hash, entry] as const)),
      ),
  );
  const byId = computed(() => new Map(list.value?.bookings.map((entry) => [entry.id, entry])));

  const keep = (fresh: CheckInList) =>
    session.value === null ? Promise.resolve() : outbox.keep(storeGuestList(slug, fresh));

  /** Sends unsent scans, then loads the guest list. */
  async function renew(): Promise<void> {
    await outbox.send();
    const askedAt = Date.now();
    try {
      const fresh = await api.get<CheckInList>(ofVenue(slug, '/check-ins'));
      skewMs = Date.parse(fresh.made_at) - (askedAt + Date.now()) / 2;
      list.value = fresh;
      error.value = undefined;
      outbox.reached.value = true;
      await keep(fresh);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      error.value = caught;
      outbox.reached.value = isFinal(caught);
      if (caught.code !== 'venue_not_found') return;
      // The person has lost access to this venue.
      list.value = undefined;
      await outbox.keep(deleteGuestListsExcept((other) => other !== slug));
    } finally {
      isLoading.value = false;
    }
  }

  /** Updates the list with the server's results. */
  function applyResults(results: readonly ScanResult[]): void {
    if (!list.value) return;
    const said = new Map(results.flatMap(({ booking }) => (booking ? [[booking.id, booking] as const] : [])));
    const bookings = list.value.bookings.map((entry) => ({ ...entry, ...said.get(entry.id) }));
    list.value = { ...list.value, bookings };
    void keep(list.value);
  }

  /** When this device checked a booking in, if the server does not know yet. */
  const usedHere = (id: number): FirstCheckIn | undefined => {
    const one = outbox.waiting.value.find(({ scan, said }) => said === 'yes' && scan.booking_id === id);
    return one && { at: one.scan.scanned_at, device: one.scan.device };
  };

  async function entryOf(found: Found): Promise<Entry | undefined> {
    if ('booking_id' in found) return byId.value.get(found.booking_id);
    const token = tokenIn(found.text);
    return token === null ? undefined : byHash.value.get(await hashOf(token));
  }

  /** A listed booking, with the number of people that this device counted and has not sent yet. */
  const withCount = (entry: Entry): Entry => {
    const last = outbox.waiting.value.findLast(
      ({ scan }) => scan.booking_id === entry.id && scan.people !== undefined,
    );
    return last?.scan.people === undefined ? entry : { ...entry, arrived: last.scan.people };
  };

  const judged = async (found: Found): Promise<Verdict> => {
    const entry = await entryOf(found);
    return judge(entry && withCount(entry), {
      used: entry && usedHere(entry.id),
      now: Date.now() + skewMs,
    });
  };

  /**
   * Judges a scan, and stores the result before returning it. A scan that the list rejects is not sent; the
   * list is loaded again first, if the server can be reached.
   */
  async function check(found: Found): Promise<Verdict> {
    const token = 'text' in found ? tokenIn(found.text) : null;
    if ('text' in found && token === null) return { outcome: 'no_ticket', booking: null, first: null };
    let verdict = await judged(found);
    const isSent = () => ['checked_in', 'double', 'unlisted'].includes(verdict.outcome);
    if (!isSent() && outbox.reached.value) {
      await Promise.race([renew(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
      verdict = await judged(found);
    }
    if (!isSent()) return verdict;
    const { booking, outcome } = verdict;
    const scan = newScan(booking ? { booking_id: booking.id } : { ticket: token ?? '' }, skewMs);
    const one = { scan, said: signalOf(outcome), name: booking?.customer_name ?? '' };
    const { answer } = await outbox.put(one, outbox.reached.value ? TIMEOUT_MS : 0);
    return (await answer) ?? verdict;
  }

  /**
   * Finds a booking by its number that is not on the list, because it is for another day. Null if there is
   * none. One that was made for today meanwhile gets onto the list.
   * @throws ApiError
   */
  async function lookUp(typed: string): Promise<Verdict | null> {
    if (!isLikeNumber(typed)) return null;
    const found = await api.get<AdminBooking[]>(ofVenue(slug, '/bookings'), { q: typed.trim(), limit: 2 });
    const booking = found.find((one) => isNumberOf(one, typed));
    if (!booking) return null;
    if (dayOf(booking) === list.value?.date) await renew();
    if (byId.value.has(booking.id)) return null;
    return {
      outcome: booking.status === 'cancelled' || booking.status === 'expired' ? booking.status : 'other_day',
      // The verdict of another day does not show these two fields.
      booking: { ...booking, check_in_from: '', checked_in: null },
      first: null,
    };
  }

  /** Records how many people of a checked-in booking have come in all, also offline. */
  async function count(booking: ExpectedBooking, people: number): Promise<Verdict> {
    const scan = { ...newScan({ booking_id: booking.id }, skewMs), people };
    const one = { scan, said: 'yes' as const, name: booking.customer_name };
    const { answer } = await outbox.put(one, outbox.reached.value ? TIMEOUT_MS : 0);
    const here: Verdict = { outcome: 'checked_in', booking: { ...booking, arrived: people }, first: null };
    return (await answer) ?? here;
  }

  /**
   * Undoes a check-in.
   * @throws ApiError
   */
  async function undo(id: number): Promise<void> {
    await outbox.send();
    outbox.requireAllSent(texts.value.checkIn.undoNeedsServer);
    await api.post(ofVenue(slug, `/bookings/${id}/undo-check-in`));
    await renew();
  }

  async function load(): Promise<void> {
    const { value: person } = session;
    if (person) {
      await claimDevice(person.email ?? person.role);
      await deleteGuestListsExcept((one) => roleAt(one) !== null);
    }
    const found = await readStored(slug);
    list.value ??= found.list ?? undefined;
    if (list.value) isLoading.value = false;
    outbox.load(found);
  }

  async function start(): Promise<void> {
    await outbox.keep(load());
    await renew();
  }

  const endRetries = retryWhile(() => outbox.count.value > 0 || !outbox.reached.value, renew);
  const renewal = setInterval(() => document.visibilityState === 'visible' && void renew(), RENEW_MS);
  const stopWatching = watch(outbox.count, (count) => {
    // Only an installed app has a badge.
    const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    change?.catch(() => {});
  });
  const unregister = beforeSignOut(async () => {
    await outbox.send();
    outbox.requireAllSent(texts.value.checkIn.unsent);
  });
  openCheckIns.add(slug);
  onScopeDispose(() => {
    endRetries();
    clearInterval(renewal);
    stopWatching();
    unregister();
    openCheckIns.delete(slug);
    if (outbox.count.value > 0) void sendInBackground();
  });

  return {
    list,
    error,
    isLoading,
    reached: outbox.reached,
    waiting: outbox.count,
    corrections: outbox.corrections,
    dismiss: outbox.dismiss,
    canStore: outbox.canStore,
    check,
    count,
    undo,
    renew,
    start,
    lookUp,
    /**
     * Searches the list by name or number, and adds what this device knows of each booking. Without a text:
     * the guests who are still to come today, the next ones first.
     */
    find: (typed: string, most: number) => {
      if (!list.value) return [];
      const { bookings, date, timezone } = list.value;
      const local = localOf(new Date(Date.now() + skewMs), timezone);
      const found = typed.trim()
        ? search(bookings, typed, most)
        : stillExpected(bookings, { day: date, local })
            .filter(({ id }) => !usedHere(id))
            .slice(0, most);
      return found.map((entry) => ({
        entry,
        isToday: dayOf(entry) === date,
        ...judge(entry, { used: usedHere(entry.id), now: Date.now() + skewMs }),
      }));
    },
  };
}

/** The same hash that the server uses for the tokens in the list. */
async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const bytes = new Uint8Array(digest).subarray(0, 16);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
