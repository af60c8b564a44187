import { isIP } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/** The first port that is not a system port. */
const FIRST_FREE_PORT = 1024;

/** A URL that is not allowed as a receiver. The message gives people the reason, without an IP address. */
export class ReceiverRejected extends Error {
  override name = 'ReceiverRejected';
}

/** Reason for a rejected host. It does not reveal which address the name has inside our network. */
export const NOT_PUBLIC = 'its host is not on the public internet';

/** The host of a URL in the form for sockets: an IPv6 address has no brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Parses and checks a receiver's URL, without resolving its host name. The URL standard normalizes every
 * spelling of an IPv4 address (decimal, octal, hexadecimal, short) before the check.
 *
 * Ports below 1024 other than 443 belong to services like mail and SSH, which must not be contacted or probed
 * from here. People run their own HTTPS servers on ports from 1024 on. `allowPrivate` checks the form only.
 * @throws ReceiverRejected
 */
export function parseReceiverUrl(text: string, allowPrivate: boolean): URL {
  if (!URL.canParse(text)) throw new ReceiverRejected('must be a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new ReceiverRejected('must start with https://');
  if (url.username || url.password) throw new ReceiverRejected('must not hold a user name or password');
  if (allowPrivate) return url;
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    throw new ReceiverRejected(`its port must be 443, or ${FIRST_FREE_PORT} and up`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new ReceiverRejected(NOT_PUBLIC);
  return url;
}
