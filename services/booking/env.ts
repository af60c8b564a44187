import { isIP } from 'node:net';
import {
  backingsEnv,
  keyPairs,
  milliseconds,
  outboxPollMs,
  publicUrl,
  secretsKey,
  serviceEnv,
  trueOrFalse,
  urlOf,
  urlsOf,
  wholeNumber,
} from '@venue-booking/kit/process/env';
import { Email } from '@venue-booking/proto/primitives';
import { z } from 'zod';

/** Files that mail becomes without a server, at most: the newest. */
export const MAIL_FILES = 1000;

const KEYS = 'must be id:secret pairs, separated by commas, each secret at least 32 bytes in base64url';

/** `id:secret` pairs, the secret at least 32 bytes in base64url; the first signs, all are accepted. */
const signingKeys = keyPairs('[\\w-]{43,}', KEYS)
  .transform((pairs) => pairs.map(({ id, key: secret }) => ({ id, secret })))
  .describe(
    'Signs links to tickets. `id:secret,…`: the first signs, all are accepted; each secret 32 bytes or more in base64url',
  );

const redisUrls = urlsOf('redis', 'rediss');
const REDIS_URLS = 'One or several, separated by commas: the lock per slot over all, limits on the first';
const smtpUrl = urlOf('smtp', 'smtps');
const SMTP_URL =
  'Server for mail to guests: `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…:465`';

/** Settings of the booking rules themselves, whichever way the service runs. */
export const bookingSettings = {
  SIGNING_KEYS: signingKeys,
  SECRETS_KEY: secretsKey,
  WEBHOOK_ALLOW_PRIVATE: trueOrFalse
    .default(false)
    .describe(
      'Whether webhooks may go to your own network and over plain http; for development, or when every venue is yours',
    ),
  REDIS_URLS: redisUrls.optional().describe(REDIS_URLS),
  SWEEP_INTERVAL_MS: milliseconds(15_000).describe('How often places without a booking are looked for'),
  SWEEP_AGE_MS: milliseconds(20_000).describe(
    'Age from which such places are given back; longer than any booking takes',
  ),
  OUTBOX_POLL_MS: outboxPollMs,
  SMTP_URL: smtpUrl.optional().describe(SMTP_URL),
  SMTP_CONNECTIONS: wholeNumber('must be a number', { most: 100 })
    .default(20)
    .describe(
      'Connections that each process keeps to the mail server, 1 to 100: as many messages are sent at once. Some servers take fewer',
    ),
  MAIL_FROM: Email.optional()
    .meta({ absent: '`no-reply@` the host of `PUBLIC_URL`' })
    .describe('The address that mail comes from; venues choose the name and where answers go'),
  MAILS_PER_RECIPIENT: wholeNumber('must be a number')
    .default(20)
    .meta({ unit: 'a day' })
    .describe(
      'Mails to one recipient, over all venues, that anybody can cause by booking; what a venue does, or was paid for, may cause as many again. The rest is dropped, which the history of the booking tells',
    ),
};

/** The address that mail comes from when none is given. */
export const defaultMailFrom = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  return `no-reply@${isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname}`;
};

export const bookingEnv = z.object({
  ...serviceEnv,
  ...backingsEnv,
  ...bookingSettings,
  REDIS_URLS: redisUrls.describe(REDIS_URLS),
  SMTP_URL: smtpUrl.describe(SMTP_URL),
  PUBLIC_URL: publicUrl,
});
