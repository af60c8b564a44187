import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { EnvError } from '../settings/env.ts';

/** The last one: the address is IPv6 and this machine has none. */
const TAKEN = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAFNOSUPPORT'];

/** Limit of connections waiting to be accepted. Clients retry dropped connections after 1, 3 and 7 s. */
const BACKLOG = 4096;

/**
 * Starts a server. @param variable the setting that `port` comes from @throws EnvError when the address is
 * not available
 */
export async function listen(server: Server, variable: string, port: number, host: string): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!TAKEN.includes(code)) throw error;
    const at = isIPv6(host) ? `[${host}]` : host;
    throw new EnvError(
      `${variable}: cannot listen on ${at}:${port} (${code}). Set HOST and ${variable} to a free address of this machine.`,
    );
  }
}
