import type { IncomingMessage } from 'node:http';

/** For tests: a request from an address, as far as the rate limit reads it. */
export const incoming = (remoteAddress: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: {} }) as unknown as IncomingMessage;
