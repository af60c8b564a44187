import { domainToASCII } from 'node:url';

const GMAIL = /^(gmail|googlemail)\.com$/;
const PROTON = /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/;

/**
 * The mailbox that mail to an address ends in, for counting only: "A.Smith+sauna@Googlemail.com" and
 * "asmith@gmail.com" are one. Folds letter case, what follows a "+", and the signs that hosts pass over.
 * Where a host does tell "+" apart, its users share a count; that costs them little.
 */
export function mailboxOf(email: string): string {
  const folded = email.trim().normalize('NFC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const host = hostOf(folded.slice(at + 1));
  const name = withoutTag(folded.slice(0, Math.max(at, 0)));
  if (GMAIL.test(host)) return `${name.replaceAll('.', '')}@gmail.com`;
  return PROTON.test(host) ? `${name.replace(/[._-]/g, '')}@proton.me` : `${name}@${host}`;
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
