import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { bookingSettings, defaultMailFrom, MAIL_FILES, smsSettings } from '@venue-booking/booking/env';
import { catalogSettings } from '@venue-booking/catalog/env';
import { gatewayServiceSettings, gatewaySettings, operatorToken } from '@venue-booking/gateway/env';
import {
  connectionEnv,
  EnvError,
  oneOrZero,
  publicUrl as publicUrlSchema,
  readEnv,
  serviceEnv,
  trueOrFalse,
  urlOf,
} from '@venue-booking/kit/settings/env';
import { isLoopbackUrl } from '@venue-booking/kit/settings/loopbackUrl';
import { paymentSettings } from '@venue-booking/payment/env';
import { z } from 'zod';
import { embeddedSecrets } from './embeddedSecrets.ts';
import { makeFolder, withRemedy } from './postgres/dataFolder.ts';

/** Default of the secrets with an embedded database. */
const MADE = { absent: 'created at the first start with the embedded database' };

/** Settings of single-process mode. Every dependency is optional: without its URL it is embedded. */
export const oneProcessEnv = z.object({
  ...serviceEnv,
  ...gatewaySettings,
  ...catalogSettings,
  ...bookingSettings,
  ...paymentSettings,
  LOG_LEVEL: serviceEnv.LOG_LEVEL.unwrap().default('warn'),
  HEALTH_PORT: connectionEnv.HEALTH_PORT,
  DATA_DIR: z.string().default('.data').describe('Folder for the data of embedded dependencies'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional().meta({ absent: 'embedded' }),
  NATS_URL: urlOf('nats', 'tls').optional().meta({ absent: 'not needed' }),
  REDIS_URLS: bookingSettings.REDIS_URLS.meta({ absent: 'not needed' }),
  SMTP_URL: bookingSettings.SMTP_URL.meta({ absent: `files in \`DATA_DIR/mail\`, the newest ${MAIL_FILES}` }),
  PUBLIC_URL: publicUrlSchema.optional().meta({ absent: '`http://localhost:PORT`' }),
  OPERATOR_TOKEN: operatorToken.optional().meta(MADE),
  SIGNING_KEYS: bookingSettings.SIGNING_KEYS.optional().meta(MADE),
  SECRETS_KEY: bookingSettings.SECRETS_KEY.optional().meta(MADE),
  ALLOW_SANDBOX: oneOrZero.optional().meta({ absent: '`1`, with `DATABASE_URL` `0`' }),
  DEMO: trueOrFalse
    .optional()
    .meta({ absent: '`true`, with `DATABASE_URL` `false`' })
    .describe('Creates the demo venues'),
  DEV_MAIL: trueOrFalse
    .default(true)
    .describe(
      'Shows mail files at `/dev/mail`, only to this machine and only when `PUBLIC_URL` is this machine. Set `false` before you put a proxy in front of a server on your own machine',
    ),
});

/**
 * Reads the settings of single-process mode. With the embedded database, secrets are created at the first
 * start. With the operator's own database they are required, because other processes may share it.
 */
export function readAllEnv(source: NodeJS.ProcessEnv = process.env) {
  const env = readEnv(oneProcessEnv, source);
  const isEmbedded = env.DATABASE_URL === undefined;
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const folder = join(env.DATA_DIR, 'mail');
  const mail = {
    from: env.MAIL_FROM ?? defaultMailFrom(publicUrl),
    by:
      env.SMTP_URL === undefined ? { folder } : { smtpUrl: env.SMTP_URL, connections: env.SMTP_CONNECTIONS },
    perRecipient: env.MAILS_PER_RECIPIENT,
  };
  // Shows guests' mail only to people at this machine.
  const isShown = env.DEV_MAIL && env.SMTP_URL === undefined && isLoopbackUrl(publicUrl);
  const devMailFolder = isShown ? folder : undefined;
  let made: ReturnType<typeof embeddedSecrets> | undefined;
  try {
    if (env.SMTP_URL === undefined) {
      makeFolder(folder);
      accessSync(folder, constants.W_OK);
    }
    if (isEmbedded) made = embeddedSecrets(env.DATA_DIR);
  } catch (error) {
    throw withRemedy(env.DATA_DIR, error);
  }
  return {
    ...env,
    publicUrl,
    mail,
    sms: smsSettings(env),
    gateway: gatewayServiceSettings(env),
    devMailFolder,
    demo: env.DEMO ?? isEmbedded,
    ALLOW_SANDBOX: env.ALLOW_SANDBOX ?? isEmbedded,
    operatorToken: required(
      'OPERATOR_TOKEN',
      env.OPERATOR_TOKEN ?? (made && storedToken(env.DATA_DIR, made.operatorToken)),
    ),
    signingKeys: required(
      'SIGNING_KEYS',
      env.SIGNING_KEYS ?? (made && bookingSettings.SIGNING_KEYS.parse(made.signingKeys)),
    ),
    secretsKey: required(
      'SECRETS_KEY',
      env.SECRETS_KEY ?? (made && bookingSettings.SECRETS_KEY.parse(made.secretsKey)),
    ),
  };
}

/** The operator's token from the data folder, validated because somebody may have edited the file. */
function storedToken(dataDir: string, token: string): string {
  const { success, error } = operatorToken.safeParse(token);
  if (success) return token;
  const file = join(dataDir, 'operator-token');
  throw new EnvError(`OPERATOR_TOKEN in ${file}: ${error.issues[0]?.message}, or delete the file`);
}

function required<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new EnvError(`${name} is required when DATABASE_URL is set`);
  return value;
}

export type AllEnv = ReturnType<typeof readAllEnv>;
