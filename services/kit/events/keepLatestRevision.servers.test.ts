import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { keepLatestRevision } from './keepLatestRevision.ts';

type Fact = {
  venueId: number;
  at: string;
  openDays: number[];
  isOpen: boolean;
  note?: string;
  revision: bigint;
};

describe('a copy of another service’s facts', () => {
  let tables: TestDatabase;
  beforeAll(async () => {
    tables = await openTestDatabase([]);
    await tables.pool.query(`CREATE TABLE copy (venue_id integer, date date, open_days integer[], is_open boolean,
      note text, revision bigint, PRIMARY KEY (venue_id, date))`);
  });
  afterAll(() => tables.close());
  beforeEach(() => tables.pool.query('TRUNCATE copy'));

  const key = { venue_id: 'venueId', date: 'at' } as const;
  const keep = keepLatestRevision<Fact>('copy', { key, fields: ['openDays', 'isOpen', 'note'] });
  const storedRows = async () =>
    (await tables.rows(
      'SELECT *, date::text, revision::text FROM copy ORDER BY venue_id, copy.date',
    )) as object[];
  const apply = async (facts: Fact[]) => {
    await tables.pool.query('TRUNCATE copy');
    for (const fact of facts) await keep(tables.database, fact);
  };

  /** Facts about two venues on two days, each with its own revision, in random order and with duplicates. */
  const someFacts = fc
    .array(
      fc.record({
        venueId: fc.integer({ min: 1, max: 2 }),
        at: fc.constantFrom('2030-06-03', '2030-06-04'),
        openDays: fc.array(fc.integer({ min: 1, max: 7 })),
        isOpen: fc.boolean(),
        note: fc.string({ unit: 'grapheme-ascii' }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((facts) => facts.map((fact, at) => ({ ...fact, revision: 2n ** 60n + BigInt(at) })))
    .chain((facts) =>
      fc.record({
        facts: fc.constant(facts),
        order: fc
          .array(fc.constantFrom(...facts), { maxLength: 6 })
          .chain((again) =>
            fc.shuffledSubarray([...facts, ...again], { minLength: facts.length + again.length }),
          ),
      }),
    );

  it('keeps the newest fact, whatever the order and number of deliveries', async () => {
    await fc.assert(
      fc.asyncProperty(someFacts, async ({ facts, order }) => {
        await apply(order);
        const newest = new Map(facts.map((fact) => [`${fact.venueId} ${fact.at}`, fact]));
        assert.deepEqual(
          await storedRows(),
          [...newest]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([, { venueId, at, openDays, isOpen, note, revision }]) => ({
              venue_id: venueId,
              date: at,
              open_days: openDays,
              is_open: isOpen,
              note,
              revision: String(revision),
            })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('stores NULL for an undefined field', async () => {
    const fact = { venueId: 1, at: '2030-06-03', openDays: [1], isOpen: true };
    const note = async () => (await storedRows()).map((row) => (row as { note: string | null }).note);
    await keep(tables.database, { ...fact, note: 'told', revision: 1n });
    assert.deepEqual(await note(), ['told']);
    await keep(tables.database, { ...fact, revision: 2n });
    assert.deepEqual(await note(), [null]);
  });
});
