import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { internationalNumber } from './phoneNumber.ts';

describe('internationalNumber', () => {
  it.each([
    ['06 12345678', '31', '31612345678'],
    ['06-1234 5678', '31', '31612345678'],
    ['+31 (0)6 12345678', '31', '31612345678'],
    ['0031 6 12 34 56 78', '49', '31612345678'],
    ['tel:+32470123456', '31', '32470123456'],
    ['+49 151/23456789', null, '4915123456789'],
    ['612 345 678', '34', '34612345678'],
  ])('reads %s at a venue with the country code %s', (typed, code, number) => {
    assert.equal(internationalNumber(typed, code), number);
  });

  it.each([
    ['06 12345678', null, 'is national, and the venue has no country code'],
    ['31612345678', '31', 'may already have the country code'],
    ['+31 6', '31', 'is too short'],
    ['+31 612345678 901234567', '31', 'is too long'],
    ['06 12345678 (ask for Ada)', '31', 'has letters'],
    ['', '31', 'is empty'],
    ['+0612345678', '31', 'has no country code'],
  ])('rejects %s at a venue with the country code %s, which %s', (typed, code, _reason) => {
    assert.equal(internationalNumber(typed, code), null);
  });
});
