import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { type Simulated, simulateAll } from './shareTable.ts';

/** Guests per honest scenario. `npm run measure -- shares` has 10,000. */
const GUESTS = 500;

describe('shares of a venue’s offer, simulated', () => {
  let all: Simulated[];
  beforeAll(async () => {
    all = await simulateAll(GUESTS);
  });
  const of = (name: string) => all.find((one) => one.name === name)?.outcome ?? assert.fail(name);

  it('rejects no guest of a carrier, an office, a campus or a sale while places are free', () => {
    const honest = all.filter(({ attack }) => !attack);
    assert.ok(honest.length >= 5);
    for (const { name, outcome, guests } of honest) {
      assert.deepEqual(outcome.refused, {}, name);
      assert.equal(outcome.booked + outcome.full, guests, name);
    }
  });

  it('asks for a proof of work where many guests share a network', () => {
    assert.ok(of('sale that opens, unpaid holds for one day').proven > 0);
  });

  it('leaves most of a week to others when an attacker with one address or network brings no proof', () => {
    for (const network of ['one address', 'one /24', 'one /48']) {
      const { places, refused } = of(`attacker with ${network}, without proofs`);
      const offered = all.find(({ attack }) => attack)?.offered ?? 0;
      // A twentieth of four weeks, and one more party.
      assert.ok(places <= 0.05 * 4 * offered + 10, `${network}: ${places} of ${offered} places a week`);
      assert.ok((refused.proof_needed ?? 0) > 0);
    }
  });

  it('makes each place cost more work for an attacker with proofs', () => {
    const { work, places } = of('attacker with one /48, with proofs');
    assert.ok(places > 40);
    assert.ok(work / (places / 10) > 5, `${work} units of work for ${places} places`);
  });
});
