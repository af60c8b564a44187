import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { YEAR } from './rules.ts';
import { openSimulatedDatabase, type SimulatedDatabase } from './simulatedDatabase.ts';
import { simulateYear } from './year.ts';

/** Bookings of the simulated year, and its seed; raise them for a long run. */
const BOOKINGS = Number(process.env.VISIT_MAIL_BOOKINGS ?? 40);
const SEED = Number(process.env.VISIT_MAIL_SEED ?? 1);

describe('a simulated year of mails about visits', () => {
  let simulated: SimulatedDatabase;
  beforeAll(async () => {
    simulated = await openSimulatedDatabase(null);
  });
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: YEAR }));
  afterEach(() => mock.timers.reset());
  afterAll(() => simulated.close());

  it('sends each guest what the rules say, with two workers and mailers, crashes and outages', async () => {
    const { faults, sent } = await simulateYear(simulated, { count: BOOKINGS, seed: SEED });
    assert.deepEqual(faults.slice(0, 10), []);
    // The simulation is of use only if it sends both.
    assert.ok(sent.filter((kind) => kind === 'reminder').length > BOOKINGS / 8, `${sent}`);
    assert.ok(sent.includes('follow_up'));
  });
});
