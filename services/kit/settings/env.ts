import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A missing or invalid setting. The message is one line that names the variable. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads settings at start. Empty variables count as absent. `<NAME>_FILE` names a file that has the value, so
 * that a secret is not among the variables of a container. @throws EnvError naming the first invalid one
 */
export function readEnv<S extends z.ZodObject>(
  schema: S,
  source: NodeJS.ProcessEnv = process.env,
): z.infer<S> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  for (const name of Object.keys(schema.shape)) {
    const file = given[`${name}_FILE`];
    if (file !== undefined) given[name] = readSetting(name, file, given[name]);
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  if (given[name] !== undefined) throw new EnvError(`${name}: ${issue?.message}`);
  // Zod's default message for a missing value adds nothing.
  const expected = issue?.message.endsWith('received undefined') ? '' : ` and ${issue?.message}`;
  throw new EnvError(`${name} is required${expected}`);
}

function readSetting(name: string, file: string, other: string | undefined): string {
  if (other !== undefined) throw new EnvError(`${name}_FILE: ${name} is set too. Set one of them`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EnvError(`${name}_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`);
  }
}

export const urlOf = (...schemes: string[]) => {
  const expected = `must be a URL starting with ${starting(schemes)}`;
  return z
    .string(expected)
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), expected);
};

const starting = (schemes: string[]) => schemes.map((scheme) => `${scheme}://`).join(' or ');

/** The public address of the platform, without a trailing slash. */
export const publicUrl = urlOf('http', 'https')
  .transform((url) => url.replace(/\/+$/, ''))
  .refine(
    (url) => /^[^/]+\/\/[^/?#]+$/.test(url),
    'must be an address without a path, such as https://book.example.com: the platform needs a host of its own',
  )
  .describe('Public URL of the platform. Links to tickets and payments start with it');

/** The address of the widget's files, without a trailing slash. */
export const widgetUrl = urlOf('http', 'https')
  .transform((url) => url.replace(/\/+$/, ''))
  .refine(
    (url) => /^[^/]+\/\/[^?#"'<>\s;,]+$/.test(url),
    'must be an address such as https://book.example.com/widget',
  );

/** For clients that decode credentials themselves and throw on bad escapes. */
const decodable = (...schemes: string[]) =>
  urlOf(...schemes).regex(/^([^%]|%[\da-f]{2})*$/i, 'must have each % in the password written as %25');

/** A comma-separated list of URLs. */
export const urlsOf = (...schemes: string[]) =>
  z
    .string(`must be URLs starting with ${starting(schemes)}, separated by commas`)
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(z.array(decodable(...schemes)).min(1));

const KEYS = 'must be id:key pairs, separated by commas, each key 32 bytes in base64url';

/** `id:key` pairs, separated by commas. @param key pattern of a key in base64url */
export const keyPairs = (key: string, expected: string) =>
  z
    .string(expected)
    .regex(new RegExp(`^[\\w-]{1,32}:${key}(,[\\w-]{1,32}:${key})*$`), expected)
    .transform((text) => text.split(',').map((pair) => pair.split(':') as [id: string, key: string]))
    .transform((pairs) => pairs.map(([id, key]) => ({ id, key: Buffer.from(key, 'base64url') })));

export const secretsKey = keyPairs('[\\w-]{43}', KEYS)
  .refine(
    (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
    'must have a different id for each key',
  )
  .describe(
    'Encrypts webhook secrets and credentials of payment providers in the database. `id:key,…`: the first key encrypts, all keys decrypt. Each key is 32 bytes in base64url',
  );

export const port = z.coerce.number('must be a port number').int().min(0).max(65_535);
export const wholeNumber = (
  expected: string,
  // The maximum of a Node.js timer; longer timeouts fire at once.
  { min = 1, max = 2_147_483_647 }: { min?: number; max?: number } = {},
) => z.coerce.number(`${expected} from ${min} to ${max}`).int().min(min).max(max);
export const milliseconds = (fallback: number, bounds?: Parameters<typeof wholeNumber>[1]) =>
  wholeNumber('must be a number of milliseconds', bounds).default(fallback).meta({ unit: 'ms' });

/** Boolean settings. */
export const trueOrFalse = z.enum(['true', 'false']).transform((text) => text === 'true');
export const oneOrZero = z.enum(['0', '1']).transform((text) => text === '1');

export const outboxPollMs = milliseconds(1000).describe(
  'Interval at which the relay looks for events in the outbox, if nothing wakes it before',
);

const SAMPLERS = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;

/** Settings of every service. `docs/settings.md` shows the descriptions. */
export const serviceEnv = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level: `fatal` to `trace`, or `silent`'),
  // OpenTelemetry's own names. The exporter reads further ones itself, such as OTEL_EXPORTER_OTLP_HEADERS.
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https')
    .optional()
    .meta({ absent: 'no traces' })
    .describe(
      'Collector that gets [traces](monitoring.md#traces) over OTLP with HTTP, such as `http://collector:4318`',
    ),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe(`Which traces are recorded: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}`),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of the traces that a sampler with `ratio` records: `0.01` is 1 %'),
};

/** Connections of a service that runs as its own process. */
export const connectionEnv = {
  DATABASE_URL: urlOf('postgres', 'postgresql').describe(
    'PostgreSQL 15 or newer, with the extension `btree_gist`. With PgBouncer add `?pgbouncer=true`',
  ),
  MIGRATE_AT_START: trueOrFalse
    .default(true)
    .describe(
      'Whether the service migrates its schema at start. `false`: run `migrate` first. A service whose schema lacks a migration exits with one line',
    ),
  NATS_URL: decodable('nats', 'tls').describe('NATS 2.9 or newer, with JetStream'),
  HEALTH_PORT: port
    .optional()
    .describe(
      'Internal port for `/livez`, `/readyz` and `/metrics`, and at the gateway for [`/certificate`](production.md#certificates-of-custom-domains). Without it the gateway serves the former on `PORT`, and the other services do not serve them',
    ),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. `0.0.0.0`: all IPv4 addresses, `::`: all addresses, also without IPv4'),
};
