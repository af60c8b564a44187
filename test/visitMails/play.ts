/**
 * Simulates years of mails about visits without vitest. Exits with 1 after a year with a fault.
 *
 * - `VISIT_MAIL_YEARS`, `VISIT_MAIL_BOOKINGS`: how many years, and bookings in each
 * - `MUTATION`: removes the rule with this number in `mutations.ts` first
 */
import { mock } from 'node:test';
import { removeRule } from '../mutations/mutation.ts';
import { makeTemplate } from '../servers/migratedDatabase.ts';
import { startPostgres } from '../servers/postgres.ts';
import { mutations } from './mutations.ts';

const { VISIT_MAIL_YEARS = '1', VISIT_MAIL_BOOKINGS = '40' } = process.env;
const { sql } = removeRule(mutations);

// Imported after the hook is in place.
const { YEAR } = await import('./rules.ts');
const { openSimulatedDatabase } = await import('./simulatedDatabase.ts');
const { simulateYear } = await import('./year.ts');
const isOwnServer = process.env.TEST_DATABASE_URL === undefined;
const server = await startPostgres();
process.env.TEST_DATABASE_URL = server.url;
if (isOwnServer) await makeTemplate(server);
try {
  for (let seed = 1; seed <= Number(VISIT_MAIL_YEARS) && !process.exitCode; seed++) {
    const simulated = await openSimulatedDatabase(sql);
    mock.timers.enable({ apis: ['Date'], now: YEAR });
    const { faults } = await simulateYear(simulated, { count: Number(VISIT_MAIL_BOOKINGS), seed }).finally(
      () => mock.timers.reset(),
    );
    await simulated.close();
    console.log(`${faults.length} faults with VISIT_MAIL_SEED=${seed}`);
    if (faults.length === 0) continue;
    console.error(`VISIT_MAIL_SEED=${seed} repeats it:\n${faults.slice(0, 10).join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  await server.stop();
}
