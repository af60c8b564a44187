import { setTimeout as sleep } from 'node:timers/promises';
import { callDeadline, newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import type { Log } from '@venue-booking/kit/logging/log';
import { COLLECT_MS, startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import type { BookingDatabase } from '../database.ts';
import { type OfferDeps, offerDay } from './offerDay.ts';
import type { WaitingDay } from './waitingStore.ts';

/** Days that a process works on at once. */
const MAX_CONCURRENT = 4;
/** Longer than a run takes. */
const LEASE_MS = 20_000;
const RUN_MS = 15_000;
const DRAIN_MS = 6000;
/** Interval in s at which a list is checked for places that became free without a message. */
const RECHECK_SECONDS = 30;

/** How long a request waits for another process that works on the same day. */
const WAIT_MS = 2000;

/** Until when the current request may wait for a day, in ms since 1970. */
export const claimUntil = (): number => Math.min(Date.now() + WAIT_MS, callDeadline() - 500);

type Job = WaitingDay & { version: bigint };

/**
 * Claims due days under a lease. One replica works on a day at a time, so that places are offered in order of
 * arrival.
 */
export const claimDays = (
  database: BookingDatabase,
  { limit, of = null }: { limit: number; of?: WaitingDay | null },
): Promise<Job[]> => database.$queryRaw<Job[]>`
  WITH due AS MATERIALIZED (
    SELECT venue_id, facility_id, day FROM booking.waiting_day
    WHERE leased_until < now() AND CASE WHEN ${of === null} THEN next_at <= now()::timestamptz(3)
      ELSE (venue_id, facility_id, day) = (${of?.venueId ?? 0}, ${of?.facilityId ?? 0}, ${of?.day ?? '2000-01-01'}::date) END
    ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  UPDATE booking.waiting_day d SET leased_until = now() + ${LEASE_MS} * interval '1 millisecond' FROM due
  WHERE (d.venue_id, d.facility_id, d.day) = (due.venue_id, due.facility_id, due.day)
  RETURNING d.venue_id AS "venueId", d.facility_id AS "facilityId", to_char(d.day, 'YYYY-MM-DD') AS day, d.version`;

/**
 * Claims a day for a request. Waits until `until`, in ms since 1970, while another process works on it; then
 * returns undefined.
 */
export async function claimDay(
  database: BookingDatabase,
  of: WaitingDay,
  until: number,
): Promise<Job | undefined> {
  for (;;) {
    const [job] = await claimDays(database, { limit: 1, of });
    if (job || Date.now() > until) return job;
    await sleep(20);
  }
}

/**
 * Ends a job: due again at once if places became free meanwhile, else when the next offer ends, at the latest
 * after the interval. A list without open entries has no job.
 */
export async function finishDay(database: BookingDatabase, { version, ...of }: Job): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.waiting_day d SET leased_until = '-infinity', next_at = CASE WHEN d.version <> ${version} THEN now()
      ELSE least(now() + ${RECHECK_SECONDS} * interval '1 second', (
        SELECT min(w.offer_until) FROM booking.waiting w
        WHERE (w.venue_id, w.facility_id, w.day) = (d.venue_id, d.facility_id, d.day)
          AND w.status IN ('unconfirmed', 'waiting', 'offered') AND w.status = 'offered')) END
    WHERE (d.venue_id, d.facility_id, d.day) = (${of.venueId}, ${of.facilityId}, ${of.day}::date)`;
  await database.$executeRaw`
    DELETE FROM booking.waiting_day d
    WHERE (d.venue_id, d.facility_id, d.day) = (${of.venueId}, ${of.facilityId}, ${of.day}::date)
      AND d.version = ${version} AND NOT EXISTS (
        SELECT FROM booking.waiting w WHERE (w.venue_id, w.facility_id, w.day) = (d.venue_id, d.facility_id, d.day)
          AND w.status IN ('unconfirmed', 'waiting', 'offered'))`;
}

/** Works on one claimed day. After an error the day is due again when its lease expires. */
export async function workOnDay(deps: OfferDeps, job: Job): Promise<void> {
  await runInCall(newCall(RUN_MS), () => offerDay(deps, job));
  await finishDay(deps.database, job);
}

/** Offers free places to waiting guests, when woken and at an interval. Replicas share the work. */
export const startWaitingWorker = (deps: OfferDeps & { log: Log; pollMs?: number }): Worker =>
  startWorker<Job>({
    ...{ name: 'waiting list', log: deps.log, pollMs: deps.pollMs ?? 1000, collectMs: COLLECT_MS },
    drainMs: DRAIN_MS,
    maxConcurrent: () => MAX_CONCURRENT,
    claim: (limit) => claimDays(deps.database, { limit }),
    work: (job) => workOnDay(deps, job),
  });
