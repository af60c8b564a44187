import { connectionEnv, serviceEnv } from '@venue-booking/kit/settings/env';
import { z } from 'zod';

export const availabilityEnv = z.object({ ...serviceEnv, ...connectionEnv });
