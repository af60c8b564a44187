import { runProcess } from '@venue-booking/kit/lifecycle';
import { readAllEnv } from './env.ts';
import { startPlatform } from './platform.ts';

await runProcess(async () => {
  const env = readAllEnv();
  const platform = await startPlatform(env);
  console.log(`listening on ${platform.port}`);
  return platform;
});
