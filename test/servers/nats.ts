import { startChildServer } from './childServer.ts';
import { isDockerRunning, startContainer } from './docker.ts';
import { findProgram } from './program.ts';
import { type FreezableServer, sharedServer, type TestServer } from './testServer.ts';

const greeting = { send: '', expect: 'INFO ' };
const flags = (port: number) => ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir'];

/** A NATS server with JetStream. A test that breaks it, or needs its streams alone, asks for its own. */
export function startNats(options: { own: true }): Promise<FreezableServer>;
export function startNats(options?: { own?: boolean }): Promise<TestServer>;
export async function startNats({ own = false } = {}): Promise<TestServer> {
  const shared = own ? undefined : sharedServer('TEST_NATS_URL');
  if (shared) return shared;
  if (await isDockerRunning()) {
    const command = (port: number) => [...flags(port), '/tmp/jetstream'];
    return startContainer({ image: 'nats:2.12-alpine', scheme: 'nats', command, greeting });
  }
  return startChildServer({
    name: 'nats',
    program: await findProgram(['nats-server']),
    scheme: 'nats',
    args: (port, folder) => [...flags(port), folder],
    greeting,
  });
}
