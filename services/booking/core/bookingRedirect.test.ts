import assert from 'node:assert/strict';
import { NO_CAPS } from '@venue-booking/proto/venue/caps';
import { test } from 'vitest';
import { type BookingTerms, isRedirectAllowed } from './bookingRules.ts';

const terms = (redirectOrigins: string[] = []): BookingTerms => ({
  venue: {
    timezone: 'Europe/Amsterdam',
    live: true,
    redirectOrigins,
    holdMinutes: 15,
    refundTiers: null,
    quoteMinutes: 15,
    caps: NO_CAPS,
    proofOfWork: false,
  },
  facility: {
    name: 'Room',
    names: null,
    active: true,
    minPeople: 1,
    maxPeoplePerBooking: 8,
    priceCents: 0,
    pricing: null,
    vatBasisPoints: null,
    deposit: null,
  },
  fields: [],
  payment: null,
});

test('allows any website for a gateway of the previous release if the venue lists none', () => {
  const addresses = [
    'https://example.com/thanks?x=1#y',
    'http://localhost:5173/',
    'HTTPS://Example.com',
    'https://café.example/',
  ];
  for (const address of addresses) assert.equal(isRedirectAllowed(terms(), address), true, address);
});

test('rejects a redirect that is not an absolute http(s) URL', () => {
  const wrong = [
    '',
    '/thanks',
    'example.com',
    '//example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
  ];
  for (const address of [
    ...wrong,
    'https://',
    'https:/example.com',
    ' https://example.com',
    'https://a b.example',
  ])
    assert.equal(isRedirectAllowed(terms(), address), false, address);
});

test('rejects a redirect with credentials or control characters', () => {
  for (const address of [
    'https://user:pass@example.com',
    'https://user@example.com',
    'https://:pass@example.com',
  ])
    assert.equal(isRedirectAllowed(terms(), address), false, address);
  for (const control of ['\u0000', '\r\n', '\t', '\u007f', '\u0085'])
    assert.equal(
      isRedirectAllowed(terms(), `https://example.com/${control}x`),
      false,
      JSON.stringify(control),
    );
});

test('allows redirects only to the origins that a venue lists', () => {
  const listed = terms(['https://example.com', 'http://localhost:5173']);
  for (const address of [
    'https://example.com',
    'https://example.com:443/a',
    'https://EXAMPLE.com/a',
    'http://localhost:5173/b',
  ])
    assert.equal(isRedirectAllowed(listed, address), true, address);
  const others = [
    'http://example.com',
    'https://example.com:8443',
    'https://www.example.com',
    'https://example.com.evil.test',
  ];
  for (const address of [
    ...others,
    'https://example.com@evil.test',
    'https://evil.test/https://example.com',
    'http://localhost',
  ])
    assert.equal(isRedirectAllowed(listed, address), false, address);
});

test('follows the gateway’s decision on the website, but only for valid URLs', () => {
  const listed = terms(['https://example.com']);
  assert.equal(isRedirectAllowed(terms(), 'https://example.com', false), false);
  assert.equal(isRedirectAllowed(listed, 'https://www.example.com', true), true);
  assert.equal(isRedirectAllowed(terms(), 'javascript:alert(1)', true), false);
});
