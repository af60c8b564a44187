import { domainToASCII } from 'node:url';

/**
 * Hosts that deliver to the same mailbox however many dots stand before the @, and under which name they are
 * the same.
 */
const withoutDots: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * The mailbox that mail to an address ends in, for counting only: "A.Smith+sauna@Googlemail.com" and
 * "asmith@gmail.com" are one. Mail itself goes to the address as the guest gave it. Folds letter case, what
 * follows a "+", and the dots of hosts that pass over them. Where a host does tell "+" apart, its users share
 * a count; that costs them little.
 */
export function mailboxOf(email: string): string {
  const folded = email.trim().normalize('NFC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const host = hostOf(folded.slice(at + 1));
  const name = withoutTag(folded.slice(0, Math.max(at, 0)));
  const oneHost = Object.hasOwn(withoutDots, host) ? withoutDots[host] : undefined;
  return oneHost === undefined ? `${name}@${host}` : `${name.replaceAll('.', '')}@${oneHost}`;
}

/** "Bücher.example." and "xn--bcher-kva.example" are one host; what is no host name stays as it is. */
function hostOf(host: string): string {
  const plain = host.replace(/\.+$/, '');
  return domainToASCII(plain) || plain;
}

/** A "+" at the very start is the name itself. */
function withoutTag(name: string): string {
  const plus = name.indexOf('+', 1);
  return plus === -1 ? name : name.slice(0, plus);
}
