import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../services/one-process/postgres/embeddedPostgres.ts';
import { endWithTests } from '../servers/endWithTests.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';
import { listenerOf, type Watched } from './processes.ts';

/** The product under measurement: one process of each service over real servers. */
export type Platform = { stack: Stack; watched: Watched[]; stop(): Promise<void> };

/**
 * Memory settings of a pod. Node.js chooses this old generation by itself in 256 to 512 MiB; on a whole
 * machine it would collect garbage later. The other settings are those of the image.
 */
const HEAP = '--max-old-space-size=256 --max-semi-space-size=4';
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/** PostgreSQL's defaults, in place of the settings for small machines that the embedded server gets. */
const DATABASE_SETTINGS = { shared_buffers: '128MB', wal_level: 'replica', max_wal_size: '1GB' };

/** Runs sweeps often, so that a short measurement includes them. They cost more than at usual intervals. */
export const OFTEN_SWEPT = { SWEEP_INTERVAL_MS: '1000', PAYMENT_SWEEP_INTERVAL_MS: '500' };

/** Fills tables faster. A crash would lose data. */
export const CARELESS_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
};

/**
 * @param env settings of the services, in addition to those of tests
 * @param settings of PostgreSQL
 * @param nodeOptions for all services
 */
export async function startPlatform(
  env: Record<string, string> = {},
  settings: Record<string, string> = {},
  nodeOptions = '',
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
    undo.push(() => postgres.stop(), endWithTests(postgres.pid, 'QUIT', dataDir));
    // The stack uses the server of this variable.
    const former = process.env.TEST_DATABASE_URL;
    process.env.TEST_DATABASE_URL = postgres.url;
    undo.push(() => {
      if (former === undefined) delete process.env.TEST_DATABASE_URL;
      else process.env.TEST_DATABASE_URL = former;
    });
    const stack = await startAsServices({
      ownRedis: true,
      env: { NODE_OPTIONS: `${HEAP} ${nodeOptions}`, ...ARENAS, ...env },
    });
    undo.push(() => stack.stop());
    // Parsing received mail would cost more than sending it.
    stack.mail.keeps = false;
    const watched: Watched[] = [
      ...['gateway', 'catalog', 'availability', 'booking', 'payment'].map((name) => ({
        name,
        pid: stack.of(name)[0]?.pid ?? 0,
      })),
      { name: 'PostgreSQL', pid: postgres.pid, family: true },
      { name: 'NATS', pid: listenerOf(stack.natsUrl ?? '') },
      { name: 'Redis', pid: listenerOf(stack.redis?.url ?? '') },
    ];
    return { stack, watched, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Measures something on a platform and stops the platform. */
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
