import { short, table } from '../table.ts';
import type { CallTree } from './callTree.ts';
import { PARTS, type Part } from './parts.ts';

/** What work took of a process: CPU of its main thread and of all threads in s, and how often it was done. */
export type Spent = { tree: CallTree; main: number; all: number; done: number };

/** CPU time of one piece of work, in ms, with its share of the main thread's, by part. */
export function partsTable(unit: string, columns: { head: string; spent: Spent }[]): string {
  const each = (seconds: number, { done }: Spent) => (seconds * 1000) / Math.max(1, done);
  const cell = (part: Part, spent: Spent) => {
    const share = (spent.tree.byPart.get(part) ?? 0) / Math.max(1, spent.tree.time);
    return share < 0.0005 ? '0' : `${short(share * each(spent.main, spent))} (${Math.round(share * 100)} %)`;
  };
  const parts = Object.keys(PARTS) as Part[];
  return table(
    [unit, ...columns.map(({ head }) => head)],
    [
      ...parts.map((part) => [part, ...columns.map(({ spent }) => cell(part, spent))]),
      ['main thread', ...columns.map(({ spent }) => short(each(spent.main, spent)))],
      [
        'other threads',
        ...columns.map(({ spent }) => short(each(Math.max(0, spent.all - spent.main), spent))),
      ],
    ],
  );
}
