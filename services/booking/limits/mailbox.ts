import { domainToASCII } from 'node:url';

/** Under which name hosts are the same, and what they pass over before the @. */
const gmail = { host: 'gmail.com', without: /\./g };
const proton = { host: 'proton.me', without: /[._-]/g };
const alike = new Map([
  ...['gmail.com', 'googlemail.com'].map((host) => [host, gmail] as const),
  ...['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'].map((host) => [host, proton] as const),
]);

/**
 * The mailbox that mail to an address ends in, for counting only: "A.Smith+sauna@Googlemail.com" and
 * "asmith@gmail.com" are one. Mail itself goes to the address as the guest gave it. Folds letter case, what
 * follows a "+", and the signs that hosts pass over. Where a host does tell "+" apart, its users share
 * a count; that costs them little.
 */
export function mailboxOf(email: string): string {
  const folded = email.trim().normalize('NFC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const host = hostOf(folded.slice(at + 1));
  const name = withoutTag(folded.slice(0, Math.max(at, 0)));
  const one = alike.get(host);
  return one ? `${name.replace(one.without, '')}@${one.host}` : `${name}@${host}`;
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
