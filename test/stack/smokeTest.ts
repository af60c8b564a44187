import assert from 'node:assert/strict';
import { runCommand } from './runCommand.ts';
import type { Stack } from './stack.ts';

/** The settings with which the smoke test reaches a stack. */
export const smokeTestEnv = ({ api, operatorToken }: Pick<Stack, 'api' | 'operatorToken'>) => ({
  API_URL: api.url,
  OPERATOR_TOKEN: operatorToken,
});

/** Runs the smoke test, asserts that it passes and returns its output. */
export async function assertSmokeTestPasses(env: Record<string, string>): Promise<string> {
  const { code, out, err } = await runCommand(['smoke-test'], env);
  assert.deepEqual([code, err], [0, ''], out);
  assert.match(out, /^ok {7}stop bookings at the venue .*\nThe smoke test passed in [\d.]+ s[.]\n$/m);
  return out;
}

/** Asserts that the smoke test left no places taken and no venue live. */
export async function assertNothingLeft({ database }: Stack): Promise<void> {
  const { rows: live } = await database.query(
    `SELECT slug FROM catalog.venue WHERE name = 'Smoke test' AND live`,
  );
  const { rows: taken } = await database.query(
    `SELECT a.* FROM availability.allocation a JOIN catalog.venue v ON v.id = a.venue_id
     WHERE v.name = 'Smoke test' AND a.released_at IS NULL`,
  );
  const { rows: booked } = await database.query(
    `SELECT b.id FROM booking.booking b JOIN catalog.venue v ON v.id = b.venue_id
     WHERE v.name = 'Smoke test' AND b.status NOT IN ('cancelled', 'expired')`,
  );
  assert.deepEqual({ live, taken, booked }, { live: [], taken: [], booked: [] });
}
