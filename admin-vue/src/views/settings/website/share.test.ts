import assert from 'node:assert/strict';
import { expect, it } from 'vitest';
import { fileOf, pageAddress, signatureOf } from './share.ts';

const at = (href: string) => new URL(href);

it('names the page on the primary domain, else on the platform', () => {
  const own = { slug: 'sauna', primary_domain: 'book.sauna.example' };
  assert.equal(pageAddress(own, at('https://platform.example/admin/')), 'https://book.sauna.example/');
  assert.equal(pageAddress(own, at('http://localhost:3000/admin/')), 'http://book.sauna.example:3000/');
  for (const primary_domain of [null, undefined])
    assert.equal(
      pageAddress({ slug: 'sauna', primary_domain }, at('https://platform.example/admin/')),
      'https://platform.example/v/sauna',
    );
});

it('adds the chosen facility and day to an address', () => {
  expect(fileOf('/x', { facility: '', date: '' })).toBe('/x');
  expect(fileOf('/x', { facility: '3', date: '2026-12-01' })).toBe('/x?vb-facility=3&vb-date=2026-12-01');
  expect(fileOf('', { facility: '', date: '2026-12-01' })).toBe('?vb-date=2026-12-01');
});

it('escapes the address and the name in a signature', () => {
  assert.equal(
    signatureOf('https://a.example/?a=1&b="2"', 'Book at <Spa & Co>'),
    '<a href="https://a.example/?a=1&amp;b=&quot;2&quot;">Book at &lt;Spa &amp; Co></a>',
  );
});
