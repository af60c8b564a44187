import type { Scan, ScanResult } from '@venue-booking/proto/checkIns';
import { computed, ref, shallowRef } from 'vue';
import { ApiError, api, ofVenue } from '../../api/client.ts';
import { session } from '../../session.ts';
import { deviceName } from './device.ts';
import { saidBy } from './judge.ts';
import { forgetTold, remember, settle, type Told, type Waiting } from './store.ts';

/** Scans that one request takes. */
const BATCH = 50;
/** Venues whose door is open in this page. */
export const openDoors = new Set<string>();

/**
 * The scans of a device that wait to be sent, and what the server told of those that were. Each is kept until
 * it is answered; one that the server has and whose answer was lost has no effect when it comes again.
 * @param answered hears every answer
 */
export function createOutbox(slug: string, answered: (results: readonly ScanResult[]) => void) {
  const waiting = shallowRef<Waiting[]>([]);
  const told = shallowRef<Told[]>([]);
  /** False while the server could not be reached the last time. */
  const reached = ref(true);
  /** False once the browser has refused to keep something, as some private windows do. */
  const kept = ref(true);
  const keep = (work: Promise<void>) =>
    work.catch(() => {
      // Nothing is to be kept of a session that is over.
      kept.value = session.value === null;
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
      const news = results.flatMap((result): Told[] => {
        const { said, scan } = batch.find((one) => one.scan.scan_id === result.scan_id) ?? {};
        const listener = listeners.get(result.scan_id);
        // Whoever stands at the door sees it now.
        listener?.(result);
        if (listener || !said || !scan || saidBy(result.outcome) === said) return [];
        return [{ result, said, device: scan.device, at: scan.scanned_at }];
      });
      const ids = new Set(results.map(({ scan_id }) => scan_id));
      if (ids.size === 0) return;
      await keep(settle(slug, [...ids], news));
      waiting.value = waiting.value.filter(({ scan }) => !ids.has(scan.scan_id));
      told.value = [...told.value, ...news];
      answered(results);
    }
  }

  /** Sends what waits. Does nothing while that is under way, and stops when the server can't be reached. */
  const send = (): Promise<void> => {
    sending ??= sendAll()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        reached.value = isAnswer(error);
      })
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };

  return {
    waiting,
    told,
    reached,
    kept,
    keep,
    send,
    /** How many wait, for people to see. */
    count: computed(() => waiting.value.length),
    load(kept: { waiting: Waiting[]; told: Told[] }) {
      waiting.value = kept.waiting;
      told.value = kept.told;
    },
    /**
     * Remembers a scan, and sends it. Resolves once it is remembered.
     * @returns its answer, if that comes within the time; otherwise null, and the answer is told later
     */
    async put(one: Waiting, patienceMs: number): Promise<{ answer: Promise<ScanResult | null> }> {
      await keep(remember(slug, one));
      const id = one.scan.scan_id;
      const answer = new Promise<ScanResult | null>((resolve) => {
        const done = (result: ScanResult | null) => {
          listeners.delete(id);
          resolve(result);
        };
        if (patienceMs === 0) return resolve(null);
        listeners.set(id, done);
        setTimeout(done, patienceMs, null);
      });
      waiting.value = [...waiting.value, one];
      // What was being sent had been chosen before. Out of reach, what waits is tried by the clock.
      if (reached.value) void send().then(send);
      return { answer };
    },
    /** @throws ApiError while something waits for a server that can't be reached */
    refuseToLose(message: string) {
      if (waiting.value.length > 0 && !reached.value) throw new ApiError(0, 'unsent', message);
    },
    async dismiss(id: string) {
      told.value = told.value.filter(({ result }) => result.scan_id !== id);
      await keep(forgetTold(id));
    },
  };
}

/** Whether the server has decided, so that the same again is in vain. */
export const isAnswer = ({ status }: ApiError): boolean => status !== 0 && status !== 429 && status < 500;

/** A scan of this device, now. @param skewMs how far the server's clock is ahead of the device's */
export const newScan = (what: Pick<Scan, 'booking_id' | 'ticket'>, skewMs: number): Scan => ({
  scan_id: crypto.randomUUID(),
  ...what,
  scanned_at: new Date(Date.now() + skewMs).toISOString(),
  device: deviceName.value,
});
