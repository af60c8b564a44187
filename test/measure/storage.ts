import type { Cost } from './cost.ts';
import type { Tables } from './counters.ts';
import { short, table } from './table.ts';

/** What becomes of rows: those of the last two are deleted in time. The first that fits counts. */
const GROUPS: [title: string, tables: RegExp, forEver: boolean][] = [
  ['places: `slot`, `allocation`', /^availability\.(slot|allocation)$/, true],
  ['`booking`, `history`, `reservation_outcome`', /^booking\.(booking|history|reservation_outcome)$/, true],
  ['`mail`', /^booking\.mail$/, true],
  ['`payment`, `attempt`, `statement`', /^payment\.(payment|attempt|statement)$/, true],
  ['the sandbox’s own books', /^payment\.sandbox_/, true],
  ['`outbox` (7 days), `inbox` (30 days)', /\.(outbox|inbox)$/, false],
  ['`idempotency_key` (24 hours)', /^booking\.idempotency_key$/, false],
];
const KINDS = ['free booking', 'paid booking'] as const;

const sumOf = (tables: Tables, pattern: RegExp) =>
  Object.entries(tables)
    .filter(([name]) => pattern.test(name))
    .reduce((sum, [, { rows, bytes }]) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }), {
      rows: 0,
      bytes: 0,
    });

/** Bytes of a booking that stay, without the sandbox. */
export const keptBytes = (tables: Tables): number =>
  GROUPS.filter(([title, , forEver]) => forEver && !title.includes('sandbox')).reduce(
    (sum, [, pattern]) => sum + sumOf(tables, pattern).bytes,
    0,
  );

export const storageTable = (grown: Cost['grown']): string =>
  table(
    ['tables with their indexes', 'rows per free booking', 'bytes', 'rows per paid booking', 'bytes'],
    [
      ...GROUPS.map(([title, pattern]) => [
        title,
        ...KINDS.flatMap((kind) => {
          const { rows, bytes } = sumOf(grown[kind], pattern);
          return [short(rows), short(bytes)];
        }),
      ]),
      [
        'kept for ever, without the sandbox',
        '',
        short(keptBytes(grown[KINDS[0]])),
        '',
        short(keptBytes(grown[KINDS[1]])),
      ],
    ],
  );
