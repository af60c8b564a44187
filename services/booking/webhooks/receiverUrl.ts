import { isIP } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/** The first port that is not one of the system's own services. */
const FIRST_FREE_PORT = 1024;

/** A URL that nothing is sent to. The message says why, for people, without an address. */
export class ReceiverRefused extends Error {
  override name = 'ReceiverRefused';
}

/** Why a host is refused. It does not say which address a name has inside our network. */
export const NOT_PUBLIC = 'its host is not on the public internet';

/** The host of a URL as sockets take it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Reads a URL that something may be sent to, as far as can be told without asking its name server. The URL
 * standard turns every spelling of an IPv4 address (decimal, octal, hexadecimal, short) into the usual one
 * before it is looked at.
 *
 * Ports below 1024 other than 443 belong to services like mail and SSH, which must not be spoken to or felt
 * for from here; from 1024 on are those that people run an https server of their own at. `allowPrivate` lifts
 * all but the form.
 * @throws ReceiverRefused
 */
export function parseReceiverUrl(text: string, allowPrivate: boolean): URL {
  if (!URL.canParse(text)) throw new ReceiverRefused('must be a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new ReceiverRefused('must start with https://');
  if (url.username || url.password) throw new ReceiverRefused('must not hold a user name or password');
  if (allowPrivate) return url;
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    throw new ReceiverRefused(`its port must be 443, or ${FIRST_FREE_PORT} and up`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new ReceiverRefused(NOT_PUBLIC);
  return url;
}
