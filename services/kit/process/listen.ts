import type { Server } from 'node:http';
import { EnvError } from './env.ts';

const TAKEN = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'];

/**
 * Connections that may wait to be accepted; the system has a limit too. Of more, a guest's comes again after
 * 1 s, then 3, then 7.
 */
const BACKLOG = 4096;

/**
 * Lets a server listen. @param variable the setting that `port` comes from
 * @throws EnvError when that address can't be had
 */
export const listen = (server: Server, variable: string, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        TAKEN.includes(error.code ?? '')
          ? new EnvError(
              `${variable}: can not listen on ${host}:${port} (${error.code}). Set HOST and ${variable} to an address of this machine that is free.`,
            )
          : error,
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
