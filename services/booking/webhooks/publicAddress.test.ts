import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { isPublicAddress } from './publicAddress.ts';

test('accepts addresses of servers on the internet', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.216.34',
    '168.63.129.17',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:400e:80e::200e',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])
    assert.equal(isPublicAddress(address), true, address);
});

test('rejects addresses that are not servers on the internet', () => {
  for (const address of [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '100.100.100.200', // metadata of a cloud
    '168.63.129.16', // a cloud's own host
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1', // IPv4-compatible
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:a00:1', // IPv4-translated
    '64:ff9b::a00:1', // NAT64
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1', // NAT64 within a network
    '100::1', // discard
    '2001::1', // Teredo
    '2001:0:7f00:1::',
    '2001:2::1', // benchmarking
    '2001:20::1', // ORCHID
    '2001:db8::1',
    '2002:7f00:1::1', // 6to4 of 127.0.0.1
    '2002:101:101::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1', // site-local
    'ff02::1',
    'fd00:ec2::254', // metadata of a cloud
    // not addresses at all
    '',
    'localhost',
    '0x7f000001',
    '2130706433',
    '127.1',
    '1.1.1',
    '1.1.1.1 ',
    '01.1.1.1',
  ])
    assert.equal(isPublicAddress(address), false, address);
});

test('accepts an IPv6 form of an IPv4 address only if that is public, and never as 6to4, Teredo or translated', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const isPublic = isPublicAddress(address);
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      for (const form of [`::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`])
        assert.equal(isPublicAddress(form), isPublic, form);
      const never = [
        `::${hex}`,
        `::ffff:0:${hex}`,
        `64:ff9b:1::${hex}`,
        `2002:${hex}::1`,
        `2001:0:${hex}::1`,
      ];
      for (const form of [...never, `::${address}`, `::ffff:0:${address}`, `fe80::${hex}`])
        assert.equal(isPublicAddress(form), false, form);
    }),
  );
});
