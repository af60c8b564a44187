import { BlockList, isIP } from 'node:net';

/** A real server on 127.0.0.1, for tests. */
export interface TestServer {
  readonly url: string;
  /** Ends it for good, with its data. A shared server is left alone. */
  stop(): Promise<void>;
}

/**
 * A server of one test's own, which may be broken: it comes back on the same port with what it had stored.
 */
export interface OwnServer extends TestServer {
  /** Ends it as a crash would; comes back with `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A server that can also be frozen: connections stay open and nothing answers. */
export interface FreezableServer extends OwnServer {
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The server that an environment variable names, if any.
 * @throws Error when its address is not this machine's own: tests drop databases and flush what they find.
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
