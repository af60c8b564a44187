import { isIP } from 'node:net';
import {
  connectionEnv,
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
} from '@venue-booking/kit/settings/env';
import { Email } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { type SmsSettings, smsFrom, smsUrl } from './sms/smsSettings.ts';

/** Maximum number of mail files without a mail server; older ones are deleted. */
export const MAIL_FILES = 1000;

const KEYS = 'must be id:secret pairs, separated by commas, each secret at least 32 bytes in base64url';

/** `id:secret` pairs, each secret at least 32 bytes in base64url. The first signs, all are accepted. */
const signingKeys = keyPairs('[\\w-]{43,}', KEYS)
  .transform((pairs) => pairs.map(({ id, key: secret }) => ({ id, secret })))
  .describe(
    'Keys that sign links to tickets, as `id:secret,…`. The first signs, all are accepted; each secret has 32 bytes or more in base64url',
  );

const redisUrls = urlsOf('redis', 'rediss');
const REDIS_URLS =
  'One or more servers, separated by commas: all for the lock per slot, the first for rate limits';
const smtpUrl = urlOf('smtp', 'smtps');
const SMTP_URL = 'Mail server: `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://…:465`';

/** Settings of the booking service that apply in every way of running it. */
export const bookingSettings = {
  SIGNING_KEYS: signingKeys,
  SECRETS_KEY: secretsKey,
  WEBHOOK_ALLOW_PRIVATE: trueOrFalse
    .default(false)
    .describe(
      'Whether webhooks may use plain http and addresses in your own network; for development, or if all venues are yours',
    ),
  REDIS_URLS: redisUrls.optional().describe(REDIS_URLS),
  SWEEP_INTERVAL_MS: milliseconds(15_000).describe(
    'Interval of the sweep, which releases places without a booking',
  ),
  SWEEP_AGE_MS: milliseconds(20_000).describe(
    'Age at which the sweep releases such places; longer than any booking request takes',
  ),
  OUTBOX_POLL_MS: outboxPollMs,
  SMTP_URL: smtpUrl.optional().describe(SMTP_URL),
  SMTP_CONNECTIONS: wholeNumber('must be a number', { max: 100 })
    .default(20)
    .describe(
      'Maximum concurrent connections of each process to the mail server, 1 to 100. Some servers accept fewer',
    ),
  MAIL_FROM: Email.optional()
    .meta({ absent: '`no-reply@` the host of `PUBLIC_URL`' })
    .describe(
      'Sender address of mail; venues set the sender name and the reply address. It is also the organizer of the appointments in guests’ calendars: after a change of this address, cancelled bookings stay there',
    ),
  MAILS_PER_RECIPIENT: wholeNumber('must be a number')
    .default(20)
    .meta({ unit: 'a day' })
    .describe(
      'Maximum mails to one recipient, across all venues, that anybody can trigger by booking. Actions of venues and paid bookings may trigger the same number again. Further mail is dropped and listed in the history of the booking',
    ),
  SMS_URL: smsUrl
    .optional()
    .meta({ absent: 'no SMS' })
    .describe(
      'Account at Infobip that sends SMS: `https://api-key@xxxxx.api.infobip.com`, with the address of your account',
    ),
  SMS_FROM: smsFrom
    .default('Booking')
    .describe('Sender of SMS, as registered at the provider: up to 11 letters and digits, or a number'),
  SMS_PER_VENUE: wholeNumber('must be a number')
    .default(100)
    .meta({ unit: 'a day' })
    .describe('Maximum SMS of each venue. Further ones are dropped; their mail is sent'),
};

/** The settings of SMS; undefined: the platform sends none. */
export const smsSettings = ({
  SMS_URL: url,
  SMS_FROM: from,
  SMS_PER_VENUE: perVenue,
}: Pick<z.infer<typeof bookingEnv>, 'SMS_URL' | 'SMS_FROM' | 'SMS_PER_VENUE'>): SmsSettings | undefined =>
  url && { ...url, from, perVenue };

/** The default sender's address. */
export const defaultMailFrom = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  return `no-reply@${isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname}`;
};

export const bookingEnv = z.object({
  ...serviceEnv,
  ...connectionEnv,
  ...bookingSettings,
  REDIS_URLS: redisUrls.describe(REDIS_URLS),
  SMTP_URL: smtpUrl.describe(SMTP_URL),
  PUBLIC_URL: publicUrl,
});
