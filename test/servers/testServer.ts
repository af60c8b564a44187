import { BlockList, isIP } from 'node:net';

/** A real server on 127.0.0.1, for tests. */
export interface TestServer {
  readonly url: string;
  /** Stops it for good and deletes its data. A shared server keeps running. */
  stop(): Promise<void>;
}

/** A server for one test, which may break it: it restarts on the same port with its stored data. */
export interface OwnServer extends TestServer {
  /** Kills it, as a crash would; `start` brings it back. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A server that can also be frozen: connections stay open, but it does not respond. */
export interface FreezableServer extends OwnServer {
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The server that an environment variable names, if it is set.
 * @throws Error if its host is not this machine, because tests drop databases and flush servers
 */
export function sharedServer(variable: string): TestServer | undefined {
  const url = process.env[variable];
  if (!url) return undefined;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  if (host !== 'localhost' && !(isIP(host) && loopback.check(host, family))) {
    throw new Error(`${variable} points at ${host}: tests only talk to this machine, use 127.0.0.1.`);
  }
  return { url, stop: async () => {} };
}
