import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CLIENT } from '../../services/gateway/testing/testIssuer.ts';
import { claimPort } from '../servers/claimPort.ts';
import { createMigratedDatabase } from '../servers/migratedDatabase.ts';
import { startNats } from '../servers/nats.ts';
import { createDatabase, startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';
import { type SmtpSink, startSmtp } from '../servers/smtp.ts';
import type { FreezableServer, OwnServer, TestServer } from '../servers/testServer.ts';
import { type Api, apiOf, call, eventually } from './api.ts';
import { type MetricsPage, readMetrics } from './metrics.ts';
import { type Command, runProcess, type ServiceProcess } from './serviceProcess.ts';
import { sharedByFiles } from './sharedByFiles.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-tests-0123456789';
/** The key that signs tickets in tests. */
export const SIGNING_KEY = { id: 'k1', secret: Buffer.alloc(32, 7) };
const SIGNING_KEYS = `${SIGNING_KEY.id}:${SIGNING_KEY.secret.toString('base64url')}`;
/** The key that encrypts credentials in tests. */
export const SECRETS_KEY = `s1:${Buffer.alloc(32, 9).toString('base64url')}`;

/** The product as it runs in production or on one machine, with a database of its own. */
export type Stack = {
  /** One per gateway replica. */
  apis: Api[];
  api: Api;
  operatorToken: string;
  /** Connections to the database of all services. */
  database: pg.Pool;
  processes: ServiceProcess[];
  /** The processes of one service. */
  of(service: string): ServiceProcess[];
  /** The PostgreSQL of this stack alone. */
  postgres: OwnServer | undefined;
  /** The Redis of this stack alone. */
  redis: FreezableServer | undefined;
  /** The NATS of this stack alone. */
  nats: FreezableServer | undefined;
  natsUrl: string | undefined;
  /** The metrics of a service, from its first process. */
  metricsOf(service: ServiceName): Promise<MetricsPage>;
  /**
   * Starts another process of a service, with the settings of the others and a `HEALTH_PORT`, which is at
   * `healthUrl`. Only a gateway has something at `url`.
   */
  more(
    service: ServiceName,
    script?: string,
  ): Promise<{ process: ServiceProcess; url: string; healthUrl: string }>;
  /** The port of the identity provider, where a test may start one. Only in one process. */
  issuerPort: number | undefined;
  /** The SMTP server that gets all mail, with what it has received. */
  mail: SmtpSink;
  ready(): Promise<void>;
  stop(): Promise<void>;
};

export const SERVICES = ['catalog', 'availability', 'payment', 'booking', 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Health ports of the first process of each service, for services with a port of their own. */
type Ports = Partial<Record<ServiceName, number>>;
const portVariable = (service: ServiceName) => (service === 'gateway' ? 'PORT' : 'HEALTH_PORT');

/**
 * How many processes of each service run, and which scripts replace a service's own. Paths of scripts are
 * absolute or relative to the repository.
 */
export type Shape = {
  replicas?: Partial<Record<ServiceName, number>>;
  scripts?: Partial<Record<ServiceName, string>>;
  /** Runs every service with another command. `settings` are the names of its settings. */
  command?: (service: string, settings: string[]) => Command;
  env?: Record<string, string>;
  /**
   * Prepares the empty database before anything runs. It may return a server that is put between the database
   * and the services.
   */
  prepare?: (databaseUrl: string) => Promise<TestServer | undefined>;
  /** A Redis that this stack may stop. */
  ownRedis?: boolean;
  /** A PostgreSQL that this stack may stop. */
  ownPostgres?: boolean;
  /** Without an SMTP server, so that the process writes mail to files. */
  mailToFiles?: boolean;
};

const common = {
  LOG_LEVEL: 'warn',
  TRUST_PROXY: 'true',
  OPERATOR_TOKEN,
  SIGNING_KEYS,
  SECRETS_KEY,
  ALLOW_SANDBOX: '1',
  SIGN_UP: 'open',
  TERMS_URL: 'https://platform.example/terms',
  PRIVACY_URL: 'https://platform.example/privacy',
};

/** Starts all services in one process, without NATS and Redis. */
export async function startInOneProcess({ command, env = {}, mailToFiles }: Shape = {}): Promise<Stack> {
  const postgres = await startPostgres();
  const database = await (command ? createDatabase : createMigratedDatabase)(postgres);
  const mail = await startSmtp();
  const dataDir = await mkdtemp(join(tmpdir(), 'vb-stack-'));
  const [port, issuerPort] = [await claimPort(), await claimPort()];
  const settings = {
    ...common,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    OIDC_NAME: 'Voorbeeld',
    ...(!mailToFiles && { SMTP_URL: mail.url }),
    ...env,
  };
  const program = command?.('one-process', Object.keys(settings)) ?? 'services/one-process/main.ts';
  const all = runProcess('all', program, settings);
  return assemble([all], [port], {
    database,
    mail,
    servers: [postgres, { stop: () => rm(dataDir, { recursive: true, force: true }) }],
    postgres: undefined,
    redis: undefined,
    nats: undefined,
    healthPorts: {},
    issuerPort,
    more: () => Promise.reject(new Error('one process has no replicas')),
  });
}

/**
 * A product in one process with default settings, for test files that share it. Each works at venues of its
 * own, and breaks and stops nothing.
 */
export const sharedStack = sharedByFiles(startInOneProcess, (stack) => stack.stop());

/** Starts every service as processes of its own with real NATS, Redis and PostgreSQL. */
export async function startAsServices({
  replicas = {},
  scripts = {},
  command,
  env = {},
  prepare,
  ownRedis,
  ownPostgres,
}: Shape = {}): Promise<Stack> {
  const ownedRedis = ownRedis ? await startRedis({ own: true }) : undefined;
  const redis = ownedRedis ?? (await startRedis());
  const ownedPostgres = ownPostgres ? await startPostgres({ own: true }) : undefined;
  const postgres = ownedPostgres ?? (await startPostgres());
  // Stream and subject names are fixed, so two stacks can't share a NATS server.
  const nats = await startNats({ own: true });
  // With `prepare` or `command`, the services have to migrate an empty database.
  const database = await (prepare || command ? createDatabase : createMigratedDatabase)(postgres);
  const between = await prepare?.(database.url);
  const mail = await startSmtp();
  // Chosen before anything starts, because all services link to the first gateway.
  const ports = await Promise.all(Array.from({ length: replicas.gateway ?? 1 }, claimPort));
  const healthPorts: Ports = {};
  const run = (service: ServiceName, own: Record<string, string>, script = scripts[service]) => {
    const settings = {
      ...common,
      DATABASE_URL: between?.url ?? database.url,
      NATS_URL: nats.url,
      REDIS_URLS: redis.url,
      SMTP_URL: mail.url,
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      ...own,
      ...env,
    };
    const program = command?.(service, Object.keys(settings)) ?? script ?? `services/${service}/main.ts`;
    return runProcess(service, program, settings);
  };
  const processes: ServiceProcess[] = [];
  for (const service of SERVICES) {
    for (let replica = 0; replica < (replicas[service] ?? 1); replica++) {
      const port = (service === 'gateway' && ports[replica]) || (await claimPort());
      if (service !== 'gateway') healthPorts[service] ??= port;
      processes.push(run(service, { [portVariable(service)]: String(port) }));
    }
  }
  const more = async (service: ServiceName, script?: string) => {
    const [port, healthPort] = [await claimPort(), await claimPort()];
    const own = { HEALTH_PORT: String(healthPort), ...(service === 'gateway' && { PORT: String(port) }) };
    const process = run(service, own, script);
    processes.push(process);
    return { process, url: `http://127.0.0.1:${port}`, healthUrl: `http://127.0.0.1:${healthPort}` };
  };
  return assemble(processes, ports, {
    database,
    mail,
    servers: [...(between ? [between] : []), postgres, nats, redis],
    postgres: ownedPostgres,
    redis: ownedRedis,
    nats,
    healthPorts,
    more,
  });
}

async function assemble(
  processes: ServiceProcess[],
  ports: number[],
  held: {
    database: { url: string; drop(): Promise<void> };
    mail: SmtpSink;
    servers: { stop(): Promise<void> }[];
    postgres: Stack['postgres'];
    redis: Stack['redis'];
    nats: Stack['nats'];
    healthPorts: Ports;
    issuerPort?: number;
    more: Stack['more'];
  },
): Promise<Stack> {
  const apis = ports.map((port) => apiOf(`http://127.0.0.1:${port}`, OPERATOR_TOKEN));
  const [api] = apis;
  if (!api) throw new Error('a stack needs a gateway');
  const pool = new pg.Pool({ connectionString: held.database.url, max: 4 });
  pool.on('error', () => {});
  const healthUrls = Object.values(held.healthPorts).map((port) => `http://127.0.0.1:${port}`);
  const ready = async () => {
    for (const url of [...apis.map((it) => it.url), ...healthUrls])
      await eventually(`${url} ready`, async () => {
        const answer = await call(`${url}/readyz`).catch(() => null);
        return answer?.status === 200;
      }).catch((error: Error) => {
        throw new Error(`${error.message}\n${processes.map((it) => it.output()).join('')}`);
      });
  };
  const stop = async () => {
    await Promise.all(processes.toReversed().map((process) => process.stop()));
    await pool.end();
    await held.database.drop();
    for (const server of [held.mail, ...held.servers]) await server.stop();
  };
  try {
    await ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    apis,
    api,
    operatorToken: OPERATOR_TOKEN,
    database: pool,
    processes,
    of: (service) => processes.filter(({ name }) => name === service),
    postgres: held.postgres,
    redis: held.redis,
    nats: held.nats,
    natsUrl: held.nats?.url,
    metricsOf(service) {
      const port = held.healthPorts[service] ?? ports[0];
      return readMetrics(`http://127.0.0.1:${port}/metrics`, service);
    },
    more: held.more,
    issuerPort: held.issuerPort,
    mail: held.mail,
    ready,
    stop,
  };
}
