import type { ImportGraph } from './importGraph.ts';

/**
 * A fast test file loads nothing that could start another process. So it needs no server, no browser and
 * nothing that is fetched: each of those is a program that somebody has to start. Where it starts one
 * nonetheless, by an import that can't be seen, `onlyFast.ts` makes that a failure, in every run.
 */
export const isFast = (graph: ImportGraph, file: string): boolean => !graph.reached(file).has(starter);

/** By which way a file that is not fast comes to start processes. */
export const whyNotFast = (graph: ImportGraph, file: string): string[] => graph.way(file, starter) ?? [];

const starter = 'node:child_process';
