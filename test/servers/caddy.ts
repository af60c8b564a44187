import { startChildServer } from './childServer.ts';
import { findProgram } from './program.ts';
import type { FreezableServer } from './testServer.ts';

/** Starts Caddy with one of our Caddyfiles, which read `PORT`, `HOST` and `FILES`. */
export async function startCaddy({
  config,
  files,
}: {
  config: string;
  files: string;
}): Promise<FreezableServer> {
  const program = await findProgram(['caddy']);
  return startChildServer({
    name: 'caddy',
    program,
    scheme: 'http',
    args: () => ['run', '--config', config, '--adapter', 'caddyfile'],
    env: (port, folder) => ({
      PORT: String(port),
      HOST: '127.0.0.1',
      FILES: files,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    }),
    greeting: { send: 'GET /healthz HTTP/1.0\r\n\r\n', expect: 'HTTP/1.0 200' },
  });
}
