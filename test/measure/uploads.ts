import { setTimeout as sleep } from 'node:timers/promises';
import * as hostile from '../../services/gateway/testing/hostileImages.ts';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import type { Stack } from '../stack/stack.ts';
import { clientOf } from './client.ts';
import { at } from './flood.ts';
import { read } from './guests.ts';
import { memoryOf } from './processes.ts';
import { runProgram } from './programs.ts';
import { megabytes, short, table } from './table.ts';
import type { UploadAttack, UploadResult } from './uploaders.ts';
import { makeVenues } from './venues.ts';
import { print } from './work.ts';

/** Quiet and attack alternate, `seconds` each. `pauseMs`: pause of an attacker between two uploads. */
export type UploadExtent = { rounds: number; seconds: number; pauseMs: number };
export const FULL_UPLOADS: UploadExtent = { rounds: 5, seconds: 15, pauseMs: 20 };
export const QUICK_UPLOADS: UploadExtent = { rounds: 2, seconds: 6, pauseMs: 20 };

/** Durations of other requests, in ms, and the peak memory of the gateway, in bytes. */
export type UploadPhase = { livez: number[]; reads: number[]; failures: string[]; memory: number };
export type Uploads = { quiet: UploadPhase; attack: UploadPhase; answers: UploadResult };

const PER_SECOND = 20;
const ATTACKING = 3;

/** Sends hostile uploads to some venues, and watches `/livez` and the reads of another venue. */
export async function measureUploads(
  stack: Stack,
  { rounds, seconds, pauseMs }: UploadExtent,
): Promise<Uploads> {
  const gateway = { name: 'gateway', pid: stack.of('gateway')[0]?.pid ?? 0 };
  const places = (await makeVenues({ stack }, { free: ATTACKING + 1, paid: 0 })).free;
  const slugs = [...new Set(places.map(({ slug }) => slug))];
  const others = places.filter(({ slug }) => slug === slugs[0]);
  const client = clientOf(stack.api.url);
  const attack = {
    ...{ url: stack.api.url, token: stack.operatorToken, venues: slugs.slice(1), seconds, pauseMs },
    files: (await slowFiles()).map((file) => file.toString('base64')),
  } satisfies UploadAttack;

  const watch = async (phase: UploadPhase, forSeconds: number): Promise<void> => {
    const underWay: Promise<void>[] = [];
    const time = (work: Promise<unknown>, took: number[]) => {
      const from = performance.now();
      underWay.push(
        work.then(
          () => void took.push(performance.now() - from),
          (error: Error) => void phase.failures.push(error.message),
        ),
      );
    };
    const startedAt = performance.now();
    for (let turn = 0; turn < forSeconds * PER_SECOND; turn += 1) {
      await sleep(Math.max(1, startedAt + (turn * 1000) / PER_SECOND - performance.now()));
      const place = others[turn % others.length];
      if (place) time(read(client, place, turn), phase.reads);
      time(client.send('GET', '/livez'), phase.livez);
      phase.memory = Math.max(phase.memory, memoryOf(gateway).now);
    }
    await Promise.all(underWay);
  };
  const [quiet, attacked, warm] = [empty(), empty(), empty()];
  const answers: UploadResult = {};
  print('warming up');
  await watch(warm, 3);
  for (let round = 0; round < rounds; round += 1) {
    print(`round ${round + 1} of ${rounds}`);
    await watch(quiet, seconds);
    const attackers = runProgram<UploadResult>('uploaders.ts', attack);
    await watch(attacked, seconds);
    for (const [answer, times] of Object.entries(await attackers))
      answers[answer] = (answers[answer] ?? 0) + times;
  }
  client.close();
  return { quiet, attack: attacked, answers };
}

const empty = (): UploadPhase => ({ livez: [], reads: [], failures: [], memory: 0 });

/** Images with the most pixels, with more pixels than stated, and compressed a thousand times. */
async function slowFiles(): Promise<Buffer[]> {
  const most = { width: 4000, height: 3250 };
  return [
    await hostile.forgedAvif(4000, 4000),
    await hostile.forgedWebp(4000, 4000),
    hostile.largePng(),
    hostile.packedPng(),
    ...(await Promise.all((['jpg', 'webp', 'avif'] as const).map((type) => makeImage(type, most)))),
  ];
}

export function uploadsTable({ quiet, attack }: Uploads): string {
  const row = (name: string, { livez, reads, failures, memory }: UploadPhase) => [
    name,
    ...[livez, reads].flatMap((took) => [short(at(0.5, took)), short(at(0.95, took))]),
    failures.length,
    megabytes(memory),
  ];
  return table(
    [
      'uploads',
      '`/livez` p50, ms',
      '`/livez` p95, ms',
      "another venue's reads p50, ms",
      "another venue's reads p95, ms",
      'failed',
      'gateway, MB',
    ],
    [row('none', quiet), row('hostile ones', attack)],
  );
}
