import { runService } from '@venue-booking/kit/process/runService';
import { bookingEnv, defaultMailFrom, smsSettings } from './env.ts';
import { startBooking } from './service.ts';

await runService('booking', bookingEnv, (env, backings) =>
  startBooking({
    ...backings,
    redisUrls: env.REDIS_URLS,
    publicUrl: env.PUBLIC_URL,
    signingKeys: env.SIGNING_KEYS,
    secretsKey: env.SECRETS_KEY,
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    sweep: { intervalMs: env.SWEEP_INTERVAL_MS, ageMs: env.SWEEP_AGE_MS },
    outboxPollMs: env.OUTBOX_POLL_MS,
    mail: {
      from: env.MAIL_FROM ?? defaultMailFrom(env.PUBLIC_URL),
      by: { smtpUrl: env.SMTP_URL, connections: env.SMTP_CONNECTIONS },
      perRecipient: env.MAILS_PER_RECIPIENT,
    },
    sms: smsSettings(env),
  }),
);
