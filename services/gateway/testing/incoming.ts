import type { IncomingMessage } from 'node:http';

/** For tests: a request from an address, with the properties that the rate limit reads. */
export const incoming = (remoteAddress: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: {} }) as unknown as IncomingMessage;
