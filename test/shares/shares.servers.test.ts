import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { type Simulated, simulateAll } from './shareTable.ts';

/** Guests of each honest scenario; `npm run measure -- shares` has 10,000. */
const GUESTS = 500;

describe('shares of what a venue offers, simulated', () => {
  let all: Simulated[];
  beforeAll(async () => {
    all = await simulateAll(GUESTS);
  });
  const of = (name: string) => all.find((one) => one.name === name)?.outcome ?? assert.fail(name);

  it('refuse no guest of a carrier, an office, a campus or a sale while places are free', () => {
    const honest = all.filter(({ attack }) => !attack);
    assert.ok(honest.length >= 8);
    for (const { name, outcome, guests } of honest) {
      assert.deepEqual(outcome.refused, {}, name);
      assert.equal(outcome.booked + outcome.full, guests, name);
    }
  });

  it('ask guests for a proof where many of them share a network', () => {
    assert.ok(of('sale that opens, unpaid holds for one day').proven > 0);
  });

  it('leave most of a week to others where an attacker has one address or network and brings no proof', () => {
    for (const network of ['one address', 'one /24', 'one /48']) {
      const { places, refused } = of(`attacker with ${network}, without proofs`);
      const offered = all.find(({ attack }) => attack)?.offered ?? 0;
      // A twentieth of what the venue offers in four weeks, and one party more.
      assert.ok(places <= 0.05 * 4 * offered + 10, `${network}: ${places} of ${offered} places a week`);
      assert.ok((refused.proof_needed ?? 0) > 0);
    }
  });

  it('cost an attacker with proofs ever more work for each place', () => {
    const { work, places } = of('attacker with one /48, with proofs');
    assert.ok(places > 40);
    assert.ok(work / (places / 10) > 5, `${work} units of work for ${places} places`);
  });
});
