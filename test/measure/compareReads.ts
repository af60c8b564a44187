import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { daysAhead } from '../stack/api.ts';
import type { Figures } from './goals.ts';
import type { Platform } from './platform.ts';
import type { Press, Pressed } from './press.ts';
import { cpuSeconds } from './processes.ts';
import { runProgram, startProgram } from './programs.ts';
import { median, short, table } from './table.ts';
import { print } from './work.ts';

/** Number of facilities of the venue, rounds, and the length of each. */
export type ReadsExtent = { facilities: number; rounds: number; seconds: number };

export const FULL_READS: ReadsExtent = { facilities: 100, rounds: 5, seconds: 3 };
export const QUICK_READS: ReadsExtent = { facilities: 2, rounds: 1, seconds: 0.2 };

const CONNECTIONS = 16;
/** A round counts only if every response was a success. Another program may take the machine for a while. */
const ATTEMPTS = 3;

type Read = 'facilities' | 'slots' | 'availability';
type Compared = {
  table: string;
  /** Throughput of the gateway divided by that of Express, by round. */
  figures: Pick<Figures, Read>;
  /** Processor time of one response of Express, in ms, by round. */
  expressMs: number[];
};

/** Sends the same reads to the gateway and, in turn, to bare Express that has the response's bytes. */
export async function compareReads({ stack }: Platform, extent: ReadsExtent): Promise<Compared> {
  const slug = await stack.api.newVenue();
  print(`making ${extent.facilities} facilities`);
  const facilities: number[] = [];
  for (let nth = 0; nth < extent.facilities; nth++) facilities.push(await stack.api.newFacility(slug));
  const of = `/facilities/${facilities[0]}`;
  const paths: Record<Read, string> = {
    facilities: '/facilities',
    slots: `${of}/slots?date=${daysAhead(2)}`,
    availability: `${of}/availability`,
  };
  const express = startProgram('bareExpress.ts');
  try {
    const theirs = `http://127.0.0.1:${await firstLine(express.stdout)}`;
    const press = async (url: string, path: string): Promise<Pressed> => {
      const task: Press = {
        url: url + path,
        headers: { 'X-Tenant': slug },
        connections: CONNECTIONS,
        seconds: extent.seconds,
      };
      for (let attempt = 1; ; attempt++) {
        const pressed = await runProgram<Pressed>('press.ts', task);
        if (!pressed.failed) return pressed;
        print(`${path}: ${pressed.failed} requests failed`);
        if (attempt === ATTEMPTS) throw new Error('The machine is too busy, or something is broken.');
      }
    };
    const expressMs: number[] = [];
    const lines: string[][] = [];
    const figures: Compared['figures'] = { facilities: [], slots: [], availability: [] };
    for (const [name, path] of Object.entries(paths) as [Read, string][]) {
      print(`repeated ${name}`);
      const { text } = await stack.api.get(slug, path);
      await fetch(theirs + path, { method: 'PUT', body: text });
      const rounds: [Pressed, Pressed][] = [];
      for (let round = 0; round < extent.rounds; round++) {
        const ours = await press(stack.api.url, `/api/site${path}`);
        const watched = { name: 'Express', pid: express.pid ?? 0 };
        const before = cpuSeconds(watched);
        const their = await press(theirs, path);
        expressMs.push(((cpuSeconds(watched) - before) / their.done) * 1000);
        rounds.push([ours, their]);
      }
      figures[name] = rounds.map(([ours, their]) => ours.perSecond / their.perSecond);
      lines.push(lineOf(name, rounds, figures[name]));
    }
    const heads = ['repeated read', 'a second', 'Express', 'ratio', 'lowest, highest', 'p99, ms', 'Express'];
    return { table: table(heads, lines), figures, expressMs };
  } finally {
    express.stdin.end();
  }
}

async function firstLine(output: Readable): Promise<string> {
  const [line] = await once(createInterface(output), 'line', { signal: AbortSignal.timeout(30_000) });
  return line;
}

function lineOf(name: Read, rounds: [Pressed, Pressed][], ratios: number[]): string[] {
  const middle = (pick: (pair: [Pressed, Pressed]) => number) => short(median(rounds.map(pick)));
  return [
    `\`${name}\``,
    middle(([ours]) => ours.perSecond),
    middle(([, theirs]) => theirs.perSecond),
    short(median(ratios)),
    `${short(Math.min(...ratios))}, ${short(Math.max(...ratios))}`,
    middle(([ours]) => ours.p99),
    middle(([, theirs]) => theirs.p99),
  ];
}
