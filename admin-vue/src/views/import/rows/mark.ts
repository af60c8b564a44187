const PREFIX = 'import:';

/** The values that identify a row: its old number. Without one: the guest, the time and the facility. */
export type Identity = {
  number: string;
  facilityId: number;
  startsAt: string;
  name: string;
  email: string;
  phone: string;
};

/**
 * The `reference` that an imported booking carries, so that a later run finds it, wherever it was moved. It
 * is erased with the guest. Rows with the same number have the same mark, or without one, rows with the same
 * facts.
 */
export const markOf = ({ number, facilityId, startsAt, name, email, phone }: Identity): string =>
  number === ''
    ? `${PREFIX}#${hashOf([facilityId, startsAt, name.toLowerCase(), email.toLowerCase(), phone.replace(/\D/g, '')].join('\n'))}`
    : `${PREFIX}${number}`;

/** The Idempotency-Key of a mark, in ASCII. */
export const keyOf = (mark: string): string => `import-${hashOf(mark)}`;

/** FNV-1a with 64 bits. It needs no secrecy, and Web Crypto is missing on pages without TLS. */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
