import path from 'node:path';
import type { ImportGraph } from './importGraph.ts';

/** What a file needs: nothing, the product in a browser, or something else that it starts. */
export type Tier = 'fast' | 'visits' | 'other';

export const tierOf = (graph: ImportGraph, file: string): Tier => {
  if (isFast(graph, file)) return 'fast';
  const reached = graph.reached(file);
  return worlds.some((world) => reached.has(world)) ? 'visits' : 'other';
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
/** The modules that bring the product and a browser, and share both between the files of a process. */
const worlds = ['widget', 'admin'].map((of) =>
  path.resolve(import.meta.dirname, '../../test', of, 'world.ts'),
);
