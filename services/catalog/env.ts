import { connectionEnv, outboxPollMs, serviceEnv, wholeNumber } from '@venue-booking/kit/settings/env';
import { z } from 'zod';
import { imagesUrl } from './images/bucketSettings.ts';

/** Settings of the catalog service that also apply in single-process mode. */
export const catalogSettings = {
  IMAGES_URL: imagesUrl
    .optional()
    .meta({ absent: 'images stay in PostgreSQL' })
    .describe(
      'S3-compatible bucket for images: `https://key:secret@host/bucket/prefix?region=eu-central-1`, with `/`, `+` and `%` in key and secret written as `%2F`, `%2B` and `%25`. The default region is `us-east-1`. Images in the database move to the bucket automatically',
    ),
  AUDIT_RETENTION_DAYS: wholeNumber('must be a number of days', { max: 36_500 })
    .default(365)
    .describe('How long the audit log keeps its entries, in days'),
};

export const catalogEnv = z.object({
  ...serviceEnv,
  ...connectionEnv,
  ...catalogSettings,
  OUTBOX_POLL_MS: outboxPollMs,
});
