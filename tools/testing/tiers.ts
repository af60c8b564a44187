import path from 'node:path';
import type { ImportGraph } from './importGraph.ts';
import { sharedServers } from './sharedServers.ts';

/**
 * What a file needs: nothing, servers of which one serves all files, the product in a browser, or something
 * else that it starts.
 */
export type Tier = 'fast' | 'servers' | 'visits' | 'other';

export const tierOf = (graph: ImportGraph, file: string): Tier => {
  if (isFast(graph, file)) return 'fast';
  const reached = graph.reached(file);
  if (worlds.some((world) => reached.has(world))) return 'visits';
  return graph.reached(file, servers).has(starter) ? 'other' : 'servers';
};

/**
 * A fast test file loads nothing that could start another process. So it needs no server, no browser and
 * nothing that is fetched: each of those is a program that somebody has to start. Where it starts one
 * nonetheless, by an import that can't be seen, `onlyFast.ts` makes that a failure, in every run.
 */
export const isFast = (graph: ImportGraph, file: string): boolean => !graph.reached(file).has(starter);

/** By which way a file that is not fast comes to start processes. */
export const whyNotFast = (graph: ImportGraph, file: string): string[] => graph.way(file, starter) ?? [];

const starter = 'node:child_process';
const servers = new Set(
  sharedServers.map(({ module }) => path.resolve(import.meta.dirname, '../..', module)),
);
/** The modules that bring the product and a browser, and share both between the files of a process. */
const worlds = ['widget', 'admin'].map((of) =>
  path.resolve(import.meta.dirname, '../../test', of, 'world.ts'),
);
