import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../services/one-process/postgres/embeddedPostgres.ts';
import { dieWithUs } from '../servers/dieWithUs.ts';
import { type Shape, type Stack, startAsServices } from '../stack/stack.ts';
import { listenerOf, type Watched } from './processes.ts';

/**
 * The product as it is measured: one process of each service over NATS, Redis and a PostgreSQL that keeps
 * statistics.
 */
export type Platform = {
  stack: Stack;
  /** As a user of its own, so that what we ask is not counted. */
  database: pg.Pool;
  databaseUrl: string;
  redis: Redis;
  watched: Watched[];
  stop(): Promise<void>;
};

const MEASURER = 'measurer';
/**
 * Memory as in a pod: the old generation is what Node.js gives itself there of 256 to 512 MiB (tried); on a
 * whole machine it would clean up later. The rest is the image's.
 */
const HEAP = '--max-old-space-size=256 --max-semi-space-size=4';
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/**
 * Settings of the database: PostgreSQL's own, where the small machines that we start it on otherwise made us
 * choose others.
 */
const DATABASE_SETTINGS = {
  shared_buffers: '128MB',
  wal_level: 'replica',
  max_wal_size: '1GB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '5000',
};

/**
 * Sweeps that come often, so that all of them are seen and nobody waits for one; a usual interval costs less.
 */
export const OFTEN_SWEPT = { SWEEP_INTERVAL_MS: '1000', PAYMENT_SWEEP_INTERVAL_MS: '500' };

/** For filling tables: what is lost in a crash is made again. */
export const CARELESS_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
};

/** How many processes, other code in the place of services, and options for all of them. */
type Processes = Pick<Shape, 'replicas' | 'scripts'> & { nodeOptions?: string };

/** @param env settings of the services beside those of tests @param settings of the database, beside ours */
export async function startPlatform(
  env: Record<string, string> = {},
  settings: Record<string, string> = {},
  { nodeOptions = '', ...shape }: Processes = {},
): Promise<Platform> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'venue-booking-measure-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    const log = { info() {}, warn() {} };
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      settings: { ...DATABASE_SETTINGS, ...settings },
    });
    undo.push(() => postgres.stop(), dieWithUs(postgres.pid, 'QUIT', dataDir));
    // Where the stack finds a server that was started for it.
    const former = process.env.TEST_DATABASE_URL;
    process.env.TEST_DATABASE_URL = postgres.url;
    undo.push(() => {
      if (former === undefined) delete process.env.TEST_DATABASE_URL;
      else process.env.TEST_DATABASE_URL = former;
    });
    const stack = await startAsServices({
      ownRedis: true,
      ...shape,
      env: { NODE_OPTIONS: `${HEAP} ${nodeOptions}`, ...ARENAS, ...env },
    });
    undo.push(() => stack.stop());
    // To read mail would cost more than to send it.
    stack.mail.keeps = false;
    const { rows } = await stack.database.query('SELECT current_database() AS name');
    await stack.database.query(
      `CREATE EXTENSION pg_stat_statements WITH SCHEMA public; CREATE ROLE ${MEASURER} SUPERUSER LOGIN PASSWORD '${MEASURER}'`,
    );
    const url = Object.assign(new URL(postgres.url), {
      username: MEASURER,
      password: MEASURER,
      pathname: `/${rows[0].name}`,
    });
    const database = new pg.Pool({ connectionString: url.href, max: 2 });
    database.on('error', () => {});
    undo.push(() => database.end());
    const redisUrl = stack.redis?.url ?? '';
    const redis = new Redis(redisUrl);
    undo.push(() => redis.disconnect());
    const watched: Watched[] = [
      ...['gateway', 'catalog', 'availability', 'booking', 'payment'].map((name) => ({
        name,
        pid: stack.of(name)[0]?.pid ?? 0,
      })),
      { name: 'PostgreSQL', pid: postgres.pid, family: true },
      { name: 'NATS', pid: listenerOf(stack.natsUrl ?? '') },
      { name: 'Redis', pid: listenerOf(redisUrl) },
    ];
    return { stack, database, databaseUrl: url.href, redis, watched, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Measures something on a platform, and stops that. */
export async function on<T>(
  starting: Promise<Platform>,
  measure: (platform: Platform) => Promise<T>,
): Promise<T> {
  const platform = await starting;
  try {
    return await measure(platform);
  } finally {
    await platform.stop();
  }
}
