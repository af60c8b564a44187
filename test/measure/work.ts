import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilIdle } from '../stack/broker.ts';
import type { Platform } from './platform.ts';

/** Work that is repeated. `turn` counts from 0. */
type Work = (turn: number) => Promise<unknown>;

/** How often work was begun and done, also per second, and how long it took, in ms. */
export type Pace = { begun: number; done: number; perSecond: number; p50: number; p99: number };

/** Repeats work with a fixed concurrency, until it was begun `times` times or `seconds` are over. */
export async function runConcurrently(
  work: Work,
  {
    concurrency,
    times = Number.POSITIVE_INFINITY,
    seconds,
  }: { concurrency: number; times?: number; seconds: number },
): Promise<Pace> {
  const took: number[] = [];
  const startedAt = performance.now();
  let turn = 0;
  const one = async () => {
    while (turn < times && performance.now() < startedAt + seconds * 1000) {
      const from = performance.now();
      await work(turn++);
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return paceOf(turn, took, startedAt);
}

/** Share of the time that does not count: connections are opened and code is compiled. */
const LEAD = 0.2;

/**
 * Begins work at random times at a given rate, however slow it is. Durations count from when the work was
 * due.
 */
export async function runAtRate(
  work: Work,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Pace> {
  const took: number[] = [];
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  const countsFrom = startedAt + LEAD * seconds * 1000;
  const ends = countsFrom + seconds * 1000;
  let turn = 0;
  const begin = async (due: number) => {
    await work(turn++);
    if (due >= countsFrom) took.push(performance.now() - due);
  };
  const pause = () => (-Math.log(1 - Math.random()) / perSecond) * 1000;
  for (let due = startedAt + pause(); due < ends; due += pause()) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    underWay.push(begin(due));
  }
  await Promise.all(underWay);
  return paceOf(turn, took, countsFrom);
}

function paceOf(begun: number, took: number[], startedAt: number): Pace {
  const elapsed = (performance.now() - startedAt) / 1000;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { begun, done: took.length, perSecond: took.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

/** Waits until everything that follows from the work is done: events, mail, payments and a sweep. */
export async function untilDone({ stack }: Platform): Promise<void> {
  await sleep(300);
  await waitUntilIdle(stack);
  await untilSettled(stack);
  // The sweep may have published events.
  await waitUntilIdle(stack);
  await untilSettled(stack);
}

/** Waits until no table of the database has work that is due. */
async function untilSettled({ database }: Platform['stack']): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const { rows } = await database.query(`
      SELECT (SELECT count(*) FROM booking.mail WHERE status = 'queued')
        + (SELECT count(*) FROM availability.allocation WHERE settled_at IS NULL AND released_at IS NULL)
        + (SELECT count(*) FROM payment.payment WHERE status = 'open')
        + (SELECT count(*) FROM payment.attempt WHERE next_refresh_at <= now() OR refresh_wanted)
        + (SELECT count(*) FROM booking.outbox WHERE published_at IS NULL)
        + (SELECT count(*) FROM payment.outbox WHERE published_at IS NULL) AS left`);
    if (Number(rows[0].left) === 0) return;
    await sleep(200);
  }
  throw new Error('some work was still due after a minute');
}

/** Prints progress to standard error. Standard output has the tables only. */
export const print = (text: string): void =>
  void process.stderr.write(`${Math.round(performance.now() / 1000)} s: ${text}\n`);
