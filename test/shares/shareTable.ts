import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { openTestBookings } from '../../services/booking/testing/testBookings.ts';
import { percent, short, table } from '../measure/table.ts';
import { scenarios } from './scenarios.ts';
import { type Outcome, simulate } from './simulate.ts';

/** A unit of work is 256 keys of PBKDF2 with 5000 rounds each, on average. */
const UNIT_KEYS = 256;
const UNIT_ROUNDS = 5000;
const MEASURED_KEYS = 64;

/** Processor time of one unit of work on this machine in native code, in s: the minimum for an attacker. */
export async function secondsPerUnit(): Promise<number> {
  const derive = promisify(pbkdf2);
  const begun = process.cpuUsage();
  for (let key = 0; key < MEASURED_KEYS; key++) await derive(String(key), 'salt', UNIT_ROUNDS, 32, 'sha256');
  const { user, system } = process.cpuUsage(begun);
  return ((user + system) / 1e6 / MEASURED_KEYS) * UNIT_KEYS;
}

export type Simulated = { name: string; attack: boolean; offered: number; guests: number; outcome: Outcome };

/** Simulates every scenario at a venue of its own. @param guests number per honest scenario */
export async function simulateAll(
  guests: number,
  told: (line: string) => void = () => {},
): Promise<Simulated[]> {
  const bookings = await openTestBookings();
  try {
    const done: Simulated[] = [];
    for (const [at, scenario] of scenarios(guests).entries()) {
      const outcome = await simulate(bookings, 100 + at, scenario);
      const { name, attack, venue } = scenario;
      const offered = venue.slotsPerDay * venue.capacity * 7;
      done.push({ name, attack, offered, guests: scenario.guests.length, outcome });
      told(`${name}: ${JSON.stringify(outcome)}`);
    }
    return done;
  } finally {
    await bookings.close();
  }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

/** Markdown tables of honest guests and of attackers. @param unit seconds per unit of work */
export function shareTables(all: readonly Simulated[], unit: number): { honest: string; attackers: string } {
  const honest = all.filter(({ attack }) => !attack);
  const attackers = all.filter(({ attack }) => attack);
  return {
    honest: table(
      [
        'guests',
        'wanted',
        'booked',
        'found it full',
        'refused while places were free',
        'brought a proof',
        'longest work, s',
      ],
      honest.map(({ name, guests, outcome }) => [
        name,
        short(guests),
        short(outcome.booked),
        short(outcome.full),
        short(sum(outcome.refused)),
        percent(outcome.proven / guests),
        short(outcome.mostWork * unit),
      ]),
    ),
    attackers: table(
      [
        'attacker, in an hour',
        'places',
        'share of the week',
        'processor s',
        'refused: proof',
        'refused: 20 an hour',
      ],
      attackers.map(({ name, offered, outcome }) => [
        name.replace('attacker with ', ''),
        short(outcome.places),
        percent(outcome.places / offered),
        short(outcome.work * unit),
        short(outcome.refused.proof_needed ?? 0),
        short(outcome.refused.too_many_bookings ?? 0),
      ]),
    ),
  };
}
