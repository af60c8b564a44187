import { runProcess } from '@venue-booking/kit/process/lifecycle';
import { launchDatabase } from './database.ts';
import { readAllEnv } from './env.ts';

await runProcess(async (stopping) => {
  const env = readAllEnv();
  const database = await launchDatabase(env);
  // Load all other code while the database starts.
  const { startProduct } = await import('./startProduct.ts');
  return startProduct(env, database.ready, stopping);
});
