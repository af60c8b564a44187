import ipaddr from 'ipaddr.js';

type IPv4 = ReturnType<typeof ipaddr.IPv4.parse>;
type IPv6 = ReturnType<typeof ipaddr.IPv6.parse>;

/** The range for benchmarks (RFC 2544), which the library does not know. */
const BENCHMARKING = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

/** A public address that reaches the cloud's own host: Azure's DNS and WireServer. */
const CLOUD_HOST = '168.63.129.16';

/** All globally routed addresses (RFC 4291, IANA's registry of IPv6 space). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Ranges within it that are no servers (IANA's registry of special-purpose addresses). */
const SPECIAL_UNICAST = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarking
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address; its relays no longer exist
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Forms with an IPv4 address in their last 32 bits: mapped addresses, and those that a DNS64 synthesizes. */
const WITH_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

const isPublicIPv4 = (address: IPv4): boolean =>
  address.range() === 'unicast' && !address.match(BENCHMARKING) && address.toString() !== CLOUD_HOST;

function isPublicIPv6(address: IPv6): boolean {
  if (WITH_IPV4.some((range) => address.match(range)))
    return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  return address.match(GLOBAL_UNICAST) && !SPECIAL_UNICAST.some((range) => address.match(range));
}

/**
 * Whether an address is that of a server on the public internet. False for private and link-local networks, a
 * cloud's metadata at 169.254.169.254, this machine, multicast, and every IPv6 form of these.
 * @param text an IP address
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return isPublicIPv4(ipaddr.IPv4.parse(text));
  return ipaddr.IPv6.isValid(text) && isPublicIPv6(ipaddr.IPv6.parse(text));
}
