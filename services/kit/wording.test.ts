import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, formatDay, formatEuro, formatTimes } from './wording.ts';

test('a day is told in full, in either language', () => {
  assert.equal(formatDay('2026-11-28T10:00', 'en'), 'Saturday 28 November 2026');
  assert.equal(formatDay('2026-11-28T23:59', 'nl'), 'zaterdag 28 november 2026');
});

test('times are told as from and until, with the date of an end that is on another day', () => {
  assert.equal(formatTimes('2026-11-28T10:00', '2026-11-28T12:00', 'en'), '10:00 – 12:00');
  assert.equal(
    formatTimes('2026-11-28T23:00', '2026-11-29T01:00', 'en'),
    '23:00 – 01:00 (Sunday 29 November)',
  );
  assert.equal(
    formatTimes('2026-12-31T22:00', '2027-01-01T00:00', 'nl'),
    '22:00 – 00:00 (vrijdag 1 januari)',
  );
});

test('an amount is told in euro, as the language writes it', () => {
  assert.equal(formatEuro(1239.5, 'en'), '€1,239.50');
  assert.equal(formatEuro(1239.5, 'nl').replace(/\s/g, ' '), '€ 1.239,50');
});

test('text becomes safe between tags and in attributes', () => {
  assert.equal(
    escapeHtml(`<script>"a" & 'b'</script>`),
    '&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;',
  );
});
