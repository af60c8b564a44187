import assert from 'node:assert/strict';
import { checkDomainProof } from '@venue-booking/domain/venue/domainProof';
import { Failure } from '@venue-booking/proto/failures';
import { describe, it } from 'vitest';
import { requireDomainProof } from './domainProof.ts';

describe('the DNS proof of a domain', () => {
  const records = new Map<string, string[][]>([
    ['_venue-booking.sauna.example', [['v=spf1 -all'], ['venue=', 'sauna']]],
    ['_venue-booking.other.example', [['venue=other']]],
  ]);
  const resolve = async (name: string) => {
    const found = records.get(name);
    if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return found;
  };

  it('is a TXT record that names the venue, even if split into strings', async () => {
    await requireDomainProof(resolve, 'sauna', ['sauna.example']);
  });

  it('is found, missing, or unknown while DNS is unavailable', async () => {
    const state = async (domain: string) => (await checkDomainProof(resolve, 'sauna', domain)).state;
    assert.equal(await state('sauna.example'), 'found');
    assert.equal(await state('other.example'), 'missing');
    assert.equal(await state('bare.example'), 'missing');
    const away = async () => {
      throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
    };
    assert.equal((await checkDomainProof(away, 'sauna', 'sauna.example')).state, 'unknown');
  });

  it('is not required when no domain is added', async () => {
    await requireDomainProof(resolve, 'sauna', []);
  });

  for (const [what, domain] of [
    ['a domain without the record', 'bare.example'],
    ['a record that names another venue', 'other.example'],
  ])
    it(`fails for ${what}, with the record to create`, async () => {
      await assert.rejects(
        requireDomainProof(resolve, 'sauna', ['sauna.example', domain ?? '']),
        (error: unknown) => {
          assert.ok(error instanceof Failure);
          assert.equal(error.code, 'domain_unproven');
          assert.deepEqual(error.params, {
            domain,
            record: `_venue-booking.${domain}`,
            value: 'venue=sauna',
          });
          return true;
        },
      );
    });
});
