import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { NewVenue, Slug, Venue, VenuePatch } from './venue.ts';

const accepts = (patch: Record<string, unknown>) => VenuePatch.safeParse(patch).success;
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);

test('a slug is one label of a host name', () => {
  fc.assert(
    fc.property(label, (slug) => {
      assert.equal(Slug.parse(slug), slug);
      assert.equal(new URL(`https://${slug}.book.example`).hostname, `${slug}.book.example`);
    }),
  );
  assert.equal(Slug.safeParse('a'.repeat(63)).success, true);
  const refused = ['', '-a', 'a-', 'A', 'a.b', 'a_b', 'a b', 'café', 'a\n', '../x', 'a'.repeat(64)];
  for (const slug of refused) assert.equal(Slug.safeParse(slug).success, false, JSON.stringify(slug));
});

test('accepts an origin exactly as browsers send it', () => {
  const ports = fc.constantFrom('', ':8080', ':3000');
  const origins = fc
    .tuple(fc.constantFrom('http', 'https'), label, ports)
    .filter(([, name]) => !name.includes('--'));
  fc.assert(
    fc.property(origins, ([scheme, name, port]) => {
      const origin = `${scheme}://${name}.example.com${port}`;
      assert.deepEqual(VenuePatch.parse({ allowed_origins: [origin] }), { allowed_origins: [origin] });
      assert.equal(accepts({ allowed_origins: [`${origin}/`] }), false);
      assert.equal(accepts({ allowed_origins: [`${origin}/path`] }), false);
    }),
  );
  for (const origin of [
    'http://localhost:5173',
    'http://127.0.0.1',
    'http://[::1]:3000',
    'https://xn--caf-dma.example',
  ])
    assert.equal(accepts({ allowed_origins: [origin] }), true, origin);
});

test('rejects origins that browsers never send', () => {
  const refused = [
    '*',
    'null',
    'example.com',
    '//example.com',
    'https://',
    'https://Example.com',
    'HTTPS://example.com',
    'https://example.com:443',
    'http://example.com:80',
    'https://user:pass@example.com',
    'https://example.com?x',
    'https://example.com#x',
    'https://café.example',
    ' https://example.com',
    'https://example.com\n',
    'ftp://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ];
  for (const origin of refused)
    for (const key of ['allowed_origins', 'redirect_origins'])
      assert.equal(accepts({ [key]: [origin] }), false, `${key}: ${JSON.stringify(origin)}`);
});

test('converts a domain to lower case', () => {
  assert.deepEqual(VenuePatch.parse({ domains: ['Boeken.Example.NL'] }), { domains: ['boeken.example.nl'] });
});

test('accepts public host names of any country as domains', () => {
  const domains = [
    'a.nl',
    'book.my-venue.co.uk',
    'xn--caf-dma.example',
    'xn--e1afmkfd.xn--p1ai',
    '1.example.com',
  ];
  for (const domain of domains) {
    assert.equal(accepts({ domains: [domain] }), true, domain);
    assert.equal(new URL(`https://${domain}`).hostname, domain);
  }
});

test('rejects anything that is not a domain', () => {
  const refused = [
    '',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '*.example.com',
    'example.com.',
    '.example.com',
    'a..example.com',
    '-a.example.com',
    'a-.example.com',
    'a_b.example.com',
    'example.com:443',
    'https://example.com',
    'example.com/path',
    'example.com\n',
    `${'a'.repeat(64)}.com`,
    `${'abcdefghi.'.repeat(26)}com`,
  ];
  for (const domain of refused) assert.equal(accepts({ domains: [domain] }), false, JSON.stringify(domain));
});

test('accepts every time zone of the IANA database', () => {
  for (const timezone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv', 'Etc/GMT+5'])
    assert.equal(accepts({ timezone }), true, timezone);
});

test('rejects offsets, made-up zones and empty text as time zones', () => {
  for (const timezone of [
    '+01:00',
    '-0500',
    'Europe/Atlantis',
    'Amsterdam',
    '',
    'UTC+1',
    ...['PST', 'IST', 'BST', 'CET', 'EET', 'EST5EDT', 'GMT', 'Japan'],
    'Europe/Amsterdam\n',
    null,
  ])
    assert.equal(accepts({ timezone }), false, JSON.stringify(timezone));
});

test('a new venue requires only a slug and a name', () => {
  assert.deepEqual(NewVenue.parse({ slug: 'zaal', name: ' De Zaal ' }), { slug: 'zaal', name: 'De Zaal' });
  assert.equal(NewVenue.safeParse({ slug: 'zaal' }).success, false);
  assert.equal(NewVenue.safeParse({ name: 'De Zaal' }).success, false);
});

test('rejects a change of the slug, because links contain it', () => {
  assert.equal(accepts({ slug: 'other' }), false);
});

test('rejects unknown settings', () => {
  assert.equal(accepts({ time_zone: 'Europe/Amsterdam' }), false);
});

test('accepts a patch of each single setting', () => {
  assert.deepEqual(
    Object.keys(VenuePatch.shape).sort(),
    Object.keys(Venue.shape)
      .filter((key) => key !== 'slug')
      .sort(),
  );
  for (const patch of [
    {},
    { live: true },
    { day_start: '05:30' },
    { max_advance_days: null },
    { min_notice_minutes: 0 },
  ])
    assert.deepEqual(VenuePatch.parse(patch), patch);
});

test('rejects numbers out of range', () => {
  for (const value of [-1, 0.5, '5', Number.NaN]) {
    assert.equal(accepts({ min_notice_minutes: value }), false, String(value));
    assert.equal(accepts({ max_advance_days: value }), false, String(value));
    assert.equal(accepts({ cancel_until_hours: value }), false, String(value));
  }
  assert.equal(accepts({ hold_minutes: 0 }), false);
});

test('terms_url must be an http(s) URL', () => {
  assert.equal(accepts({ terms_url: 'https://example.com/terms' }), true);
  for (const terms_url of ['javascript:alert(1)', 'data:text/html,x', '/terms', 'terms'])
    assert.equal(accepts({ terms_url }), false, terms_url);
});
