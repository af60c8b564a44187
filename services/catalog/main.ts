import { runService } from '@venue-booking/kit/process/runService';
import { catalogEnv } from './env.ts';
import { startCatalog } from './service.ts';

await runService('catalog', catalogEnv, (env, backings) =>
  startCatalog({
    ...backings,
    images: env.IMAGES_URL,
    outboxPollMs: env.OUTBOX_POLL_MS,
  }),
);
