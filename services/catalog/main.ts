import { runService } from '@venue-booking/kit/process/runService';
import { catalogEnv } from './env.ts';
import { startCatalog } from './service.ts';

await runService('catalog', catalogEnv, (env, backings) =>
  startCatalog({
    ...backings,
    images: env.IMAGES_URL,
    auditDays: env.AUDIT_RETENTION_DAYS,
    outboxPollMs: env.OUTBOX_POLL_MS,
  }),
);
