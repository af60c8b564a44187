import type { Scan, ScanResult } from '@venue-booking/proto/booking/checkIns';
import { computed, ref, shallowRef } from 'vue';
import { ApiError, api, ofVenue } from '../../api/client.ts';
import { session } from '../../session.ts';
import { deviceName } from './device.ts';
import { signalOf } from './judge.ts';
import { type Correction, deleteCorrection, settleScans, storeScan, type UnsentScan } from './store.ts';

/** Scans per request. */
const BATCH = 50;
/** Venues whose check-in is open in this page. */
export const openCheckIns = new Set<string>();

/**
 * The unsent scans of a device, and the server's results that differ from what the device showed. A scan is
 * stored until the server answers it. Sending it again after a lost response has no effect.
 * @param answered called with each batch of results
 */
export function createOutbox(slug: string, answered: (results: readonly ScanResult[]) => void) {
  const waiting = shallowRef<UnsentScan[]>([]);
  const corrections = shallowRef<Correction[]>([]);
  /** False after a request that could not reach the server. */
  const reached = ref(true);
  /** False after the browser refused to store something, as some private windows do. */
  const canStore = ref(true);
  const keep = (work: Promise<void>) =>
    work.catch(() => {
      // After a sign-out nothing may be stored, so a failure is expected.
      canStore.value = session.value === null;
    });
  const listeners = new Map<string, (result: ScanResult) => void>();
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.value.length > 0) {
      const batch = waiting.value.slice(0, BATCH);
      const { results } = await api.post<{ results: ScanResult[] }>(ofVenue(slug, '/check-ins'), {
        scans: batch.map(({ scan }) => scan),
      });
      reached.value = true;
      const news = results.flatMap((result): Correction[] => {
        const { said, scan } = batch.find((one) => one.scan.scan_id === result.scan_id) ?? {};
        const listener = listeners.get(result.scan_id);
        // The check-in is waiting for this result and shows it itself.
        listener?.(result);
        if (listener || !said || !scan || signalOf(result.outcome) === said) return [];
        return [{ result, said, device: scan.device, at: scan.scanned_at }];
      });
      const ids = new Set(results.map(({ scan_id }) => scan_id));
      if (ids.size === 0) return;
      await keep(settleScans(slug, [...ids], news));
      waiting.value = waiting.value.filter(({ scan }) => !ids.has(scan.scan_id));
      corrections.value = [...corrections.value, ...news];
      answered(results);
    }
  }

  /** Sends the unsent scans. One run at a time; it stops when the server can't be reached. */
  const send = (): Promise<void> => {
    sending ??= sendAll()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        reached.value = isFinal(error);
      })
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };

  return {
    waiting,
    corrections,
    reached,
    canStore,
    keep,
    send,
    /** The number of unsent scans. */
    count: computed(() => waiting.value.length),
    load(canStore: { waiting: UnsentScan[]; corrections: Correction[] }) {
      waiting.value = canStore.waiting;
      corrections.value = canStore.corrections;
    },
    /**
     * Stores a scan, then sends it. Resolves once it is stored.
     * @returns the server's result, or null if it does not come within `timeoutMs`; a later result goes to
     * the list of differences
     */
    async put(one: UnsentScan, timeoutMs: number): Promise<{ answer: Promise<ScanResult | null> }> {
      await keep(storeScan(slug, one));
      const id = one.scan.scan_id;
      const answer = new Promise<ScanResult | null>((resolve) => {
        const done = (result: ScanResult | null) => {
          listeners.delete(id);
          resolve(result);
        };
        if (timeoutMs === 0) return resolve(null);
        listeners.set(id, done);
        setTimeout(done, timeoutMs, null);
      });
      waiting.value = [...waiting.value, one];
      // A running batch does not include this scan, so send again after it. While the server is unreachable,
      // only the timer retries.
      if (reached.value) void send().then(send);
      return { answer };
    },
    /** @throws ApiError while scans are unsent and the server can't be reached */
    requireAllSent(message: string) {
      if (waiting.value.length > 0 && !reached.value) throw new ApiError(0, 'unsent', message);
    },
    async dismiss(id: string) {
      corrections.value = corrections.value.filter(({ result }) => result.scan_id !== id);
      await keep(deleteCorrection(id));
    },
  };
}

/** Whether the response is final, so that a retry is pointless. */
export const isFinal = ({ status }: ApiError): boolean => status !== 0 && status !== 429 && status < 500;

/**
 * A new scan of this device.
 * @param skewMs how far the server's clock is ahead of the device's
 */
export const newScan = (what: Pick<Scan, 'booking_id' | 'ticket'>, skewMs: number): Scan => ({
  scan_id: crypto.randomUUID(),
  ...what,
  scanned_at: new Date(Date.now() + skewMs).toISOString(),
  device: deviceName.value,
});
