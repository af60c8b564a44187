import { backingsEnv, outboxPollMs, serviceEnv } from '@venue-booking/kit/process/env';
import { z } from 'zod';

export const catalogEnv = z.object({ ...serviceEnv, ...backingsEnv, OUTBOX_POLL_MS: outboxPollMs });
