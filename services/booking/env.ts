import { isIP } from 'node:net';
import {
  backingsEnv,
  milliseconds,
  publicUrl,
  secretsKey,
  serviceEnv,
  urlOf,
  urlsOf,
} from '@venue-booking/kit/process/env';
import { Email } from '@venue-booking/proto/primitives';
import { z } from 'zod';

const KEYS = 'must be id:secret pairs, separated by commas, each secret at least 32 bytes in base64url';

/** `id:secret` pairs, the secret at least 32 bytes in base64url; the first signs, all are accepted. */
const signingKeys = z
  .string(KEYS)
  .regex(/^[\w-]{1,32}:[\w-]{43,}(,[\w-]{1,32}:[\w-]{43,})*$/, KEYS)
  .transform((text) =>
    text.split(',').map((pair) => {
      const [id = '', secret = ''] = pair.split(':');
      return { id, secret: Buffer.from(secret, 'base64url') };
    }),
  );

/** Settings of the booking rules themselves, whichever way the service runs. */
export const bookingSettings = {
  SIGNING_KEYS: signingKeys,
  SECRETS_KEY: secretsKey,
  /** Whether webhooks may go to hosts of our own network, and over plain http. */
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  REDIS_URLS: urlsOf('redis', 'rediss').optional(),
  /** How often reservations without a booking are looked for. */
  SWEEP_INTERVAL_MS: milliseconds(15_000),
  /** Age from which such a reservation is given back. Longer than any booking takes. */
  SWEEP_AGE_MS: milliseconds(20_000),
  OUTBOX_POLL_MS: milliseconds(1000),
  /**
   * `smtp://` takes STARTTLS when offered, `smtps://` is TLS from the start; user and password stand in it.
   */
  SMTP_URL: urlOf('smtp', 'smtps').optional(),
  /** Connections that each process keeps to it: as many messages are on their way at once. */
  SMTP_CONNECTIONS: z.coerce.number('must be a number').int().min(1).max(100).default(10),
  /** The address that mail to guests comes from. */
  MAIL_FROM: Email.optional(),
  /**
   * Mails a day to one recipient that anybody can cause, over all venues; a venue and money may cause as many
   * again.
   */
  MAILS_PER_RECIPIENT: z.coerce.number('must be a number').int().min(1).default(20),
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
  REDIS_URLS: urlsOf('redis', 'rediss'),
  SMTP_URL: urlOf('smtp', 'smtps'),
  PUBLIC_URL: publicUrl,
});
