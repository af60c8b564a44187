import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { parseReceiverUrl, ReceiverRejected } from './receiverUrl.ts';

/** The reason why a URL is rejected, or null. */
function rejection(url: string, allowPrivate = false): string | null {
  try {
    parseReceiverUrl(url, allowPrivate);
    return null;
  } catch (error) {
    assert.ok(error instanceof ReceiverRejected);
    return error.message;
  }
}

test('accepts https on the public internet at port 443 or from 1024 on', () => {
  for (const url of [
    'https://example.com',
    'https://example.com:443/hooks?shop=1#x',
    'https://hooks.example.com:8443/',
    'https://example.com:1024/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/hook',
    'https://münchen.example/hook',
  ])
    assert.equal(rejection(url), null, url);
});

test('rejects other URLs with a reason that contains no IP address', () => {
  const table: [string, RegExp][] = [
    ['', /must be a URL/],
    ['example.com/hook', /must be a URL/],
    ['/hook', /must be a URL/],
    ['https://', /must be a URL/],
    ['https://256.1.1.1/', /must be a URL/],
    ['https://[fe80::1%25eth0]/', /must be a URL/],
    ['http://example.com/', /https/],
    ['ftp://example.com/', /https/],
    ['file:///etc/passwd', /https/],
    ['gopher://example.com/', /https/],
    ['data:text/plain,x', /https/],
    ['https://user@example.com/', /user name/],
    ['https://user:pass@example.com/', /user name/],
    ['https://:pass@example.com/', /user name/],
    ['https://example.com@127.0.0.1/', /user name/],
    ['https://example.com:22/', /port/],
    ['https://example.com:25/', /port/],
    ['https://example.com:80/', /port/],
    ['https://example.com:1023/', /port/],
    ['https://example.com:0/', /port/],
    ['https://127.0.0.1/', /public internet/],
    ['https://127.0.0.1./', /public internet/],
    ['https://127.1/', /public internet/],
    ['https://0/', /public internet/],
    ['https://2130706433/', /public internet/],
    ['https://0x7f.1/', /public internet/],
    ['https://0x7f000001/', /public internet/],
    ['https://0177.0.0.1/', /public internet/],
    ['https://017700000001/', /public internet/],
    ['https://１２７.０.０.１/', /public internet/],
    ['https://127。0。0。1/', /public internet/],
    ['https://%31%32%37.0.0.1/', /public internet/],
    ['https://169.254.169.254/latest/meta-data', /public internet/],
    ['https://[::1]/', /public internet/],
    ['https://[::]/', /public internet/],
    ['https://[::ffff:127.0.0.1]/', /public internet/],
    ['https://[::ffff:7f00:1]/', /public internet/],
    ['https://[0:0:0:0:0:ffff:a9fe:a9fe]/', /public internet/],
    ['https://[64:ff9b::7f00:1]/', /public internet/],
    ['https://[fd00:ec2::254]/', /public internet/],
  ];
  for (const [url, why] of table) {
    const said = rejection(url);
    assert.match(said ?? 'taken', why, url);
    assert.doesNotMatch(said ?? '', /127|169|::/);
  }
});

test('accepts http and hosts in the own network if private receivers are allowed, but no credentials', () => {
  for (const url of [
    'http://127.0.0.1:8080/',
    'http://shop.internal/',
    'https://10.0.0.1:22/',
    'http://[::1]:81/',
  ])
    assert.equal(rejection(url, true), null, url);
  for (const url of ['ftp://127.0.0.1/', 'http://user:pass@127.0.0.1/', 'nonsense'])
    assert.notEqual(rejection(url, true), null, url);
});

/** An address in a network that is not public, as a number. */
const privateAddress = fc
  .constantFrom<[bytes: number[], bits: number]>(
    [[0, 0, 0, 0], 8],
    [[10, 0, 0, 0], 8],
    [[100, 64, 0, 0], 10],
    [[127, 0, 0, 0], 8],
    [[169, 254, 0, 0], 16],
    [[172, 16, 0, 0], 12],
    [[192, 168, 0, 0], 16],
    [[198, 18, 0, 0], 15],
    [[224, 0, 0, 0], 4],
    [[240, 0, 0, 0], 4],
  )
  .chain(([bytes, bits]) =>
    fc.nat(2 ** (32 - bits) - 1).map((rest) => bytes.reduce((sum, byte) => sum * 256 + byte, 0) + rest),
  );

/** Spells a number as URLs allow: decimal, octal or hexadecimal, with leading zeros. */
const spell = (value: number, base: number, zeros: number): string => {
  const padding = '0'.repeat(zeros);
  if (base === 8) return `0${padding}${value.toString(8)}`;
  if (base === 16) return `0x${padding}${value.toString(16)}`;
  return String(value);
};

test('rejects a private IPv4 address in any spelling', () => {
  const spelling = fc.record({
    parts: fc.integer({ min: 1, max: 4 }),
    bases: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
    zeros: fc.nat(3),
    dot: fc.boolean(),
  });
  fc.assert(
    fc.property(privateAddress, spelling, (address, { parts, bases, zeros, dot }) => {
      // All parts but the last are one byte; the last holds the rest.
      const lead = Array.from(
        { length: parts - 1 },
        (_, index) => Math.floor(address / 256 ** (3 - index)) % 256,
      );
      const last = address % 256 ** (5 - parts);
      const host = [...lead, last].map((part, index) => spell(part, bases[index] ?? 10, zeros)).join('.');
      assert.match(rejection(`https://${host}${dot ? '.' : ''}/hook`) ?? 'taken', /public internet/, host);
    }),
    { numRuns: 2000 },
  );
});
