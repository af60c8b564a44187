import { startChildServer } from './childServer.ts';
import { isDockerRunning, startContainer } from './docker.ts';
import { findProgram } from './program.ts';
import { type FreezableServer, sharedServer, type TestServer } from './testServer.ts';

const greeting = { send: 'PING\r\n', expect: '+PONG' };
const flags = (port: number) => [
  '--bind',
  '127.0.0.1',
  '--port',
  String(port),
  '--save',
  '',
  '--appendonly',
  'no',
];

/** A Redis server without persistence. A test that breaks or flushes it asks for its own. */
export function startRedis(options: { own: true }): Promise<FreezableServer>;
export function startRedis(options?: { own?: boolean }): Promise<TestServer>;
export async function startRedis({ own = false } = {}): Promise<TestServer> {
  const shared = own ? undefined : sharedServer('TEST_REDIS_URL');
  if (shared) return shared;
  if (await isDockerRunning()) {
    const command = (port: number) => ['redis-server', ...flags(port)];
    return startContainer({ image: 'redis:7-alpine', scheme: 'redis', command, greeting });
  }
  return startChildServer({
    name: 'redis',
    program: await findProgram(['redis-server', 'valkey-server']),
    scheme: 'redis',
    args: (port, folder) => [...flags(port), '--dir', folder],
    greeting,
  });
}
