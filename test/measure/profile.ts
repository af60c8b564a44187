import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { daysAhead } from '../stack/api.ts';
import { checkOut } from '../stack/earlierVersion.ts';
import type { ServiceName } from '../stack/stack.ts';
import { crowdOf } from './crowd.ts';
import { addProfile, type CallTree, emptyTree } from './flame/callTree.ts';
import { flameGraph } from './flame/flameGraph.ts';
import { INSPECTED, type Profiler, profilerOf } from './flame/inspector.ts';
import { partsTable, type Spent } from './flame/partsTable.ts';
import { type Platform, startPlatform } from './platform.ts';
import type { Press, Pressed } from './press.ts';
import { cpuSeconds, mainThreadSeconds } from './processes.ts';
import { runProgram } from './programs.ts';
import { makeVenues, type Place } from './venues.ts';
import { say, untilDone } from './work.ts';

/** How many venues and facilities, how often each version has its turn, and for how long. */
export type ProfileExtent = { venues: number; facilities: number; rounds: number; seconds: number };

export const FULL_PROFILE: ProfileExtent = { venues: 20, facilities: 60, rounds: 3, seconds: 8 };
export const QUICK_PROFILE: ProfileExtent = { venues: 1, facilities: 2, rounds: 1, seconds: 0.3 };

const GUESTS = 64;
const CONNECTIONS = 16;
const DAYS = 55;
/** Ignored by git. */
const FOLDER = resolve(import.meta.dirname, 'profiles');

/** What a version is asked for, and which services are looked at meanwhile. */
const WORKS = {
  bookings: ['gateway', 'availability', 'booking'],
  slots: ['gateway', 'availability'],
} as const;
type WorkName = keyof typeof WORKS;

/** A version that runs, and what was seen of it. */
type Version = {
  name: string;
  platform: Platform;
  profilers: Map<ServiceName, Profiler>;
  work: Record<WorkName, () => Promise<number>>;
  spent: Record<WorkName, Map<ServiceName, Spent>>;
};

/** What was found: tables by name, and flame graphs of bookings by the name of their file. */
export type Profiles = { tables: Record<string, string>; graphs: Record<string, string> };

/**
 * Profiles services while guests book, and while days are read that nobody has asked for before: today's
 * code, in turn with that of an earlier commit. Profiles and flame graphs go into `test/measure/profiles`.
 */
export async function profile(extent: ProfileExtent, commit?: string): Promise<Profiles> {
  const undo: (() => unknown)[] = [];
  try {
    await mkdir(FOLDER, { recursive: true });
    const versions: Version[] = [];
    if (commit) {
      const earlier = await checkOut(commit);
      undo.push(earlier.remove);
      const scripts = Object.fromEntries(
        ['gateway', 'catalog', 'availability', 'payment', 'booking'].map((name) => [
          name,
          earlier.script(name),
        ]),
      );
      versions.push(await start('before', extent, undo, scripts));
    }
    versions.push(await start('after', extent, undo));
    for (let round = 0; round < extent.rounds; round++)
      for (const work of Object.keys(WORKS) as WorkName[])
        for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
          say(`${work} ${version.name}, round ${round + 1} of ${extent.rounds}`);
          await watch(version, work, round);
        }
    return { tables: tablesOf(versions), graphs: await drawAll(versions) };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function start(
  name: string,
  extent: ProfileExtent,
  undo: (() => unknown)[],
  scripts: Partial<Record<ServiceName, string>> = {},
): Promise<Version> {
  say(`starting ${name}`);
  const platform = await startPlatform({}, {}, { scripts, nodeOptions: INSPECTED });
  undo.push(() => platform.stop());
  const { stack } = platform;
  const { free: places } = await makeVenues(platform, { free: extent.venues, paid: 0 });
  const slug = await stack.api.newVenue();
  const facilities: number[] = [];
  for (let nth = 0; nth < extent.facilities; nth++) facilities.push(await stack.api.newFacility(slug));
  const read = facilities.map((facility): Place => ({ slug, facility, origin: '' }));
  // Some of the facilities that are read have bookings.
  const crowd = crowdOf(stack.api.url, [...places, ...read]);
  const rush = async () => {
    const { done } = await crowd({ atOnce: GUESTS, seconds: extent.seconds });
    await untilDone(platform);
    return done;
  };
  const paths = facilities.flatMap((facility) =>
    Array.from(
      { length: DAYS },
      (_, day) => `/api/site/facilities/${facility}/slots?date=${daysAhead(day + 1)}`,
    ),
  );
  const slots = async () => {
    const headers = { 'X-Tenant': slug };
    const task: Press = {
      url: stack.api.url,
      paths,
      headers,
      connections: CONNECTIONS,
      seconds: extent.seconds,
    };
    const { perSecond, failed } = await runProgram<Pressed>('press.ts', task);
    if (failed) throw new Error(`${failed} answers were no success`);
    return perSecond * extent.seconds;
  };
  const profilers = new Map<ServiceName, Profiler>();
  for (const service of WORKS.bookings) {
    const [process] = stack.of(service);
    if (process) profilers.set(service, await profilerOf(process));
  }
  undo.push(() => {
    for (const profiler of profilers.values()) profiler.close();
  });
  await rush();
  await slots();
  const fresh = (work: WorkName) =>
    new Map(WORKS[work].map((service): [ServiceName, Spent] => [service, newSpent()]));
  return {
    name,
    platform,
    profilers,
    work: { bookings: rush, slots },
    spent: { bookings: fresh('bookings'), slots: fresh('slots') },
  };
}

const newSpent = (): Spent => ({ tree: emptyTree(), main: 0, all: 0, done: 0 });

async function watch({ name, platform, profilers, work, spent }: Version, what: WorkName, round: number) {
  const looks = [...spent[what]].map(([service, sum]) => {
    const pid = platform.stack.of(service)[0]?.pid ?? 0;
    const profiler = profilers.get(service) as Profiler;
    return {
      service,
      sum,
      profiler,
      cpu: () => ({ main: mainThreadSeconds(pid), all: cpuSeconds({ name, pid }) }),
    };
  });
  await Promise.all(looks.map(({ profiler }) => profiler.start()));
  const before = looks.map(({ cpu }) => cpu());
  const done = await work[what]();
  for (const [at, { service, sum, profiler, cpu }] of looks.entries()) {
    const after = cpu();
    sum.done += done;
    sum.main += after.main - (before[at]?.main ?? 0);
    sum.all += after.all - (before[at]?.all ?? 0);
    const found = await profiler.stop();
    addProfile(sum.tree, found);
    await writeFile(
      join(FOLDER, `${what}-${service}-${name}-${round + 1}.cpuprofile`),
      JSON.stringify(found),
    );
  }
}

function tablesOf(versions: Version[]): Record<string, string> {
  const of = (work: WorkName) =>
    WORKS[work].flatMap((service) =>
      versions.map(({ name, spent }) => ({
        head: `${service}, ${name}`,
        spent: spent[work].get(service) as Spent,
      })),
    );
  return {
    'parts of a booking': partsTable('ms of a booking', of('bookings')),
    'parts of a read': partsTable('ms of a read', of('slots')),
  };
}

async function drawAll(versions: Version[]): Promise<Record<string, string>> {
  const graphs: Record<string, string> = {};
  for (const { name, spent } of versions)
    for (const work of Object.keys(WORKS) as WorkName[])
      for (const [service, { tree }] of spent[work]) {
        const graph = draw(tree, work, service, name);
        await writeFile(join(FOLDER, `${work}-${service}-${name}.svg`), graph);
        if (work === 'bookings') graphs[`flame-${service}-${name}.svg`] = graph;
      }
  return graphs;
}

const draw = (tree: CallTree, work: WorkName, service: ServiceName, name: string): string =>
  flameGraph(
    tree,
    `${service}'s process ${name}, ${work === 'bookings' ? `${GUESTS} guests booking at once` : 'reading slots of new days'}`,
  );
