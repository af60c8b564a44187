import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { printableJson, show } from './show.ts';

describe('show', () => {
  it('aligns columns, with numbers to the right', () => {
    const rows = [
      { slug: 'a', name: 'Café Zürich', places: 8, live: true, domains: [] },
      { slug: 'longer', name: '温泉', places: 120, live: false, domains: ['a.nl', 'b.nl'] },
    ];
    assert.equal(
      show(rows),
      [
        'SLUG    NAME         PLACES  LIVE  DOMAINS',
        'a       Café Zürich       8  yes   -',
        'longer  温泉            120  no    a.nl, b.nl',
      ].join('\n'),
    );
  });

  it('shows the requested columns in their order, also for rows without a value', () => {
    assert.equal(show([{ a: 1, b: 2 }, { b: 3 }], ['b', 'a']), 'B  A\n2  1\n3  -');
  });

  it('shows nothing for an empty list or no content', () => {
    assert.equal(show([]), '');
    assert.equal(show(undefined), '');
  });

  it('shows an object as keys and values, with nested objects and lines indented', () => {
    const venue = {
      name: 'Sauna',
      address: 'Dorpsstraat 1\n1234 AB Meer',
      phone: null,
      extra: { telefoon: '06', akkoord: true },
      history: [
        { at: '10:00', note: '' },
        { at: '11:00', note: 'people: 4 → 6', changes: [{ what: 'people', before: 4, after: 6 }] },
      ],
    };
    assert.equal(
      show(venue),
      [
        'name     Sauna',
        'address  Dorpsstraat 1',
        '         1234 AB Meer',
        'phone    -',
        'extra',
        '  telefoon  06',
        '  akkoord   yes',
        'history',
        '  AT     NOTE',
        '  10:00',
        '  11:00  people: 4 → 6',
      ].join('\n'),
    );
  });

  it('shows all of a list of nested objects', () => {
    const guest = {
      email: 'a@example.com',
      bookings: [
        { id: 1, extra: { telefoon: '06' }, payments: [] },
        { id: 2, extra: {}, payments: [{ status: 'paid' }] },
      ],
    };
    assert.equal(
      show(guest),
      [
        'email     a@example.com',
        'bookings',
        '  id        1',
        '  extra',
        '    telefoon  06',
        '  payments  -',
        '',
        '  id        2',
        '  extra     -',
        '  payments',
        '    STATUS',
        '    paid',
      ].join('\n'),
    );
  });

  it('escapes control characters in values', () => {
    const text = show([{ name: 'a\u001b[2Jb\u202ec\r\nd' }]);
    assert.equal(text, 'NAME\na\\u001b[2Jb\\u202ec ↵ d');
    assert.equal(show({ 'k\u001b': '\u009b1m' }), 'k\\u001b  \\u009b1m');
  });

  it('escapes control characters in JSON without changing its meaning', () => {
    const json = JSON.stringify({ name: 'a\u009b2Jb\u007f\u001b Zoë' });
    assert.equal(printableJson(json), '{"name":"a\\u009b2Jb\\u007f\\u001b Zoë"}');
    assert.equal(JSON.stringify(JSON.parse(printableJson(json))), json);
  });
});
