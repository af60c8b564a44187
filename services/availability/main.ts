import { runService } from '@venue-booking/kit/process/runService';
import { availabilityEnv } from './env.ts';
import { startAvailability } from './service.ts';

await runService('availability', availabilityEnv, (_env, backings) => startAvailability(backings));
