import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { parsedStart, referenceOf, startOf } from './deepLink.ts';

type Host = Parameters<typeof startOf>[0];
const host = (attributes: object) => ({ localName: 'venue-booking', ...attributes }) as Host;
const at = (query: string, first: Host | null = null) => {
  vi.stubGlobal('location', { href: `https://x.example/book${query}` });
  vi.stubGlobal('document', { querySelector: () => first });
};
beforeEach(() => at(''));

test('takes the page’s address before the attributes, one by one', () => {
  at('?vb-facility=7&vb-date=2026-06-05&vb-people=x');
  const start = startOf(host({ facility: '3', people: '4' }));
  assert.deepEqual(start, { facility: 7, date: '2026-06-05', people: 4 });
});

test('applies the page’s address to the first widget only, and its reference to all', () => {
  at('?vb-facility=7&vb-reference=spring', host({}));
  assert.deepEqual(startOf(host({ facility: '3' })).facility, 3);
  assert.equal(referenceOf({ reference: 'shop' }), 'spring');
});

test('ignores what is no number and no day', () => {
  for (const facility of ['', '0', '-1', '1.5', '1e3', ' 7', '9999999999', null, undefined])
    assert.equal(parsedStart({ facility }).facility, undefined, String(facility));
  for (const date of ['', 'today', '2026-02-30', '2026-13-01', '2026-6-1', '2026-06-01T10:00', '"><img>'])
    assert.equal(parsedStart({ date }).date, undefined, date);
  assert.equal(parsedStart({ date: '2028-02-29' }).date, '2028-02-29');
});

test('ignores a reference that the API would reject', () => {
  for (const reference of ['', '  ', 'a\nb', 'a\u0000', 'a\u202eb', 'x'.repeat(201), '😀'.repeat(101)])
    assert.equal(referenceOf({ reference }), undefined, reference);
  assert.equal(referenceOf({ reference: ` ${'x'.repeat(200)} ` }), 'x'.repeat(200));
});
