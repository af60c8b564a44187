import ipaddr from 'ipaddr.js';

/** Whom an address counts as: an IPv6 client is its /64, as a household or a phone has a whole one. */
export function clientOf(given: string): string {
  // Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
  const address = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^([\d.]+):\d+$/.exec(given)?.[1] ?? given;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
