import { NETWORK_BITS } from '@venue-booking/proto/primitives';
import ipaddr from 'ipaddr.js';

/**
 * The client that an address counts as. IPv6 clients are grouped by /64, because a household or phone has a
 * whole one.
 */
export const clientOf = (given: string): string => prefixOf(given, { v4: 32, v6: 64 });

/** The network of an address. */
export const networkOf = (given: string): string => prefixOf(given, NETWORK_BITS);

function prefixOf(given: string, bits: { v4: 24 | 32; v6: 48 | 64 }): string {
  // Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
  const address = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^([\d.]+):\d+$/.exec(given)?.[1] ?? given;
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  if (parsed.kind() === 'ipv4') {
    const text = parsed.toString();
    return bits.v4 === 32 ? text : `${text.slice(0, text.lastIndexOf('.'))}.0/${bits.v4}`;
  }
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, bits.v6 / 16).map((part) => part.toString(16));
  return `${parts.join(':')}::/${bits.v6}`;
}

/** Returns null if the text is not an IP address. `ipaddr.isValid` would parse the text a second time. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  try {
    return ipaddr.process(address);
  } catch {
    return null;
  }
}
