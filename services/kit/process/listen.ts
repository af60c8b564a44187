import { once } from 'node:events';
import type { Server } from 'node:http';
import { EnvError } from './env.ts';

const TAKEN = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'];

/** Connections that may wait to be accepted. Of more, a guest's comes again after 1 s, then 3, then 7. */
const BACKLOG = 4096;

/** Lets a server listen. @param variable where `port` is from @throws EnvError when it can't be had */
export async function listen(server: Server, variable: string, port: number, host: string): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!TAKEN.includes(code)) throw error;
    throw new EnvError(
      `${variable}: can not listen on ${host}:${port} (${code}). Set HOST and ${variable} to an address of this machine that is free.`,
    );
  }
}
