import { domainToASCII } from 'node:url';

const GMAIL = /^(gmail|googlemail)\.com$/;
const PROTON = /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/;

/**
 * Normalizes an email address to its mailbox, for counting only: "A.Smith+sauna@Googlemail.com" and
 * "asmith@gmail.com" are the same. Folds letter case, the part after a "+", and characters that Gmail and
 * Proton ignore. At a host that distinguishes "+" addresses, their users share a count, which costs them
 * little.
 */
export function mailboxOf(email: string): string {
  const folded = email.trim().normalize('NFC').toLowerCase();
  const at = folded.lastIndexOf('@');
  const host = hostOf(folded.slice(at + 1));
  const name = withoutTag(folded.slice(0, Math.max(at, 0)));
  if (GMAIL.test(host)) return `${name.replaceAll('.', '')}@gmail.com`;
  return PROTON.test(host) ? `${name.replace(/[._-]/g, '')}@proton.me` : `${name}@${host}`;
}

/** "Bücher.example." and "xn--bcher-kva.example" are the same host. Invalid host names stay unchanged. */
function hostOf(host: string): string {
  const plain = host.replace(/\.+$/, '');
  return domainToASCII(plain) || plain;
}

/** A leading "+" is part of the name. */
function withoutTag(name: string): string {
  const plus = name.indexOf('+', 1);
  return plus === -1 ? name : name.slice(0, plus);
}
