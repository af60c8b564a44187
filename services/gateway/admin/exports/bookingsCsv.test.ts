import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { assertTakesLessThan, timed } from '@venue-booking/kit/testing/testTiming';
import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import { stringify } from 'csv-stringify/sync';
import { test } from 'vitest';
import { openGateway } from '../../testing/testGateway.ts';
import { cells } from './bookingsCsv.ts';
import { CSV_FORMAT } from './csv.ts';

const bookingOf = (customer_name: string, extra: Record<string, string> = {}) =>
  ({ reference: 'K7QF-3MXT', note: '', customer_name, extra }) as unknown as AdminBooking;

test('escapes a formula after another separator inside a cell', () => {
  for (const [name, cell] of [
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ['x; =1+1', "x; '=1+1"],
    ['x;"=1+1"', 'x;"\'=1+1"'],
    ['x,@SUM(A1)', "x,'@SUM(A1)"],
    ['x\t+1', "x\t'+1"],
    ['x\n-1;=2', "x\n'-1;'=2"],
    ['x;＝1', "x;'＝1"],
  ] as const)
    assert.equal(CSV_FORMAT.cast.string(name), cell);
  for (const name of ['Anna-Maria; 2 = two', 'a=b', 'Jan, Piet', 'x;'])
    assert.equal(CSV_FORMAT.cast.string(name), name);
});

test('escapes a formula inside a list', () => {
  const changes = [{ field: 'name', before: null, after: "Spa;=cmd|' /C calc'!A0" }];
  const row = stringify([['x', changes]], { ...CSV_FORMAT, bom: false });
  assert.match(row, /Spa;'=cmd/);
});

test('quotes cells with line breaks or other separators', () => {
  for (const note of ['first\nsecond', 'first\rsecond', 'half past; or later', 'a\tb'])
    assert.equal(stringify([[note, 'x']], { ...CSV_FORMAT, bom: false }), `"${note}",x\r\n`);
});

test('formats any text of a guest quickly', async () => {
  const longest = 10_000;
  for (const text of ['\n', '\t;', '\n"', '; =', "'"]) {
    const note = text.repeat(longest / text.length);
    const write = async () => void stringify([cells(bookingOf('Anna', { note }), ['note'])], CSV_FORMAT);
    await assertTakesLessThan(30, () => timed(write));
  }
});

test('leaves a field empty whose key is inherited by every object', () => {
  const fields = ['constructor', 'toString', '__proto__'];
  assert.deepEqual(cells(bookingOf('Anna'), fields).slice(-19, -15), ['', '', '', '']);
  const filled = cells(bookingOf('Anna', { constructor: 'Bob' } as never), fields);
  assert.deepEqual(filled.slice(-19, -15), ['Bob', '', '', '']);
});

test('exports price lines, kept amounts and add-ons in cells of their own', () => {
  const price_lines = [
    { text: '=Per persoon', count: 4, amount_eur: 40 },
    { text: 'Weekend', count: 1, amount_eur: 7.5 },
  ];
  const add_ons = [
    { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, count: 2 },
    { key: 'robe', name: { nl: 'Badjas', en: 'Robe' }, count: 4 },
  ];
  const parts = { kept_eur: 12.5, open_eur: 30, price_lines, add_ons, arrived: 8, absent: 2 };
  const booking = { ...bookingOf('Anna'), ...parts };
  const [made, ...others] = cells(booking, []).slice(-12, -8);
  assert.deepEqual([made, others], ['4 × =Per persoon: 40; Weekend: 7.5', ['12.5', '30', 'towel 2, robe 4']]);
  assert.deepEqual(cells(booking, []).slice(-5, -3), ['8', '2']);
  assert.deepEqual(cells(bookingOf('Anna'), []).slice(-12, -8), ['', '', '', '']);
});

const MAX_PAGES = 200;
const pageTime = () => new Promise((done) => setTimeout(done, 20));

/** A paginated CSV export of bookings. @param turned called with the number of each page */
async function openExport(turned: (pages: number) => void, isRevoked = () => false) {
  let pages = 0;
  const query = <T>(answer: () => T) => ({ query: async () => answer() });
  const catalog = {
    tokenHolder: query(() => (isRevoked() ? null : { slug: 'spa', scope: 'desk', name: 'Desk' })),
    tenant: query(() => ({ venueId: 1 })),
    site: query(() => ({ fields: [] })),
  };
  const list = query(async () => {
    pages += 1;
    // All pages together must take longer than the cache of tokens is valid.
    await pageTime();
    turned(pages);
    return { bookings: [{ ...bookingOf('Anna'), id: pages }], next: pages < MAX_PAGES ? 'more' : null };
  });
  const errors: unknown[] = [];
  const log = Object.assign(createLog('test', 'silent'), { error: (...of: unknown[]) => errors.push(of) });
  const backends = { catalog, booking: { desk: { list } } };
  const gateway = await openGateway(backends, undefined, {}, undefined, log);
  const read = (signal?: AbortSignal) =>
    fetch(`${gateway.url}/api/admin/venues/spa/bookings`, {
      headers: { Authorization: 'Bearer of-the-desk', Accept: 'text/csv' },
      ...(signal && { signal }),
    });
  return { gateway, read, errors, pages: () => pages };
}

test('cuts an export when its session or token ends', async () => {
  let revoked = false;
  const { gateway, read, pages } = await openExport(
    (page) => {
      revoked = page >= 2;
    },
    () => revoked,
  );
  await using _ = gateway;
  const response = await read();
  assert.equal(response.status, 200);
  await assert.rejects(response.text(), 'a cut connection marks the file as incomplete');
  assert.ok(pages() < MAX_PAGES);
});

test('stops an export without an error when the client disconnects', async () => {
  const reader = new AbortController();
  const { gateway, read, errors, pages } = await openExport((page) => {
    if (page === 3) reader.abort();
  });
  await using _ = gateway;
  const response = await read(reader.signal);
  await assert.rejects(response.text(), { name: 'AbortError' });
  // Long enough to read 60 more pages.
  for (let page = 0; page < 60; page++) await pageTime();
  assert.ok(pages() < 30, `${pages()} pages`);
  assert.deepEqual(errors, []);
});
