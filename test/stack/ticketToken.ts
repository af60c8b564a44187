import { createHmac } from 'node:crypto';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of a ticket, signed anew: by another key, under another key's name, for another purpose. */
export function resign(
  token: string,
  { kid, secret, typ = 'ticket', claims }: { kid: string; secret: Buffer; typ?: string; claims?: object },
): string {
  const payload = claims ? encode(claims) : token.split('.')[1];
  const signed = `${encode({ alg: 'HS256', kid, typ })}.${payload}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The name of the key that signed a ticket. */
export const keyOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
