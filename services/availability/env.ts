import { backingsEnv, serviceEnv } from '@venue-booking/kit/settings/env';
import { z } from 'zod';

export const availabilityEnv = z.object({ ...serviceEnv, ...backingsEnv });
