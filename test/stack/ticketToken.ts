import { createHmac } from 'node:crypto';

/**
 * A second implementation of ticket tokens: base64url of venue and booking id as varints, a nonce, and an
 * HMAC.
 */

const NONCE = 6;
const MAC = 12;

type Parts = { venueId: number; id: number; nonce: Buffer };

const macOf = (body: Buffer, secret: Buffer, purpose: string) =>
  createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${purpose}\0`), body]))
    .digest()
    .subarray(0, MAC);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const bodyOf = ({ venueId, id, nonce }: Parts) => Buffer.from([...varint(venueId), ...varint(id), ...nonce]);

/** The parts of a token, without a check of its signature. */
export function partsOf(token: string): Parts {
  const body = Buffer.from(token, 'base64url').subarray(0, -MAC);
  const numbers: number[] = [];
  let factor = 1;
  let value = 0;
  for (const byte of body.subarray(0, -NONCE)) {
    value += (byte % 128) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    [value, factor] = [0, 1];
  }
  const [venueId = 0, id = 0] = numbers;
  return { venueId, id, nonce: body.subarray(-NONCE) };
}

/** Signs the parts of a token, or other parts, with this key and purpose. */
export function resign(
  token: string,
  { secret, purpose = 'ticket', parts = partsOf(token) }: { secret: Buffer; purpose?: string; parts?: Parts },
): string {
  const body = bodyOf(parts);
  return Buffer.concat([body, macOf(body, secret, purpose)]).toString('base64url');
}

/** A ticket of the same booking in the format of the previous release: a JWS without a nonce. */
export function resignAsBefore(token: string, key: { id: string; secret: Buffer }): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { venueId, id } = partsOf(token);
  const signed = `${encode({ alg: 'HS256', kid: key.id, typ: 'ticket' })}.${encode({ v: venueId, b: id })}`;
  return `${signed}.${createHmac('sha256', key.secret).update(signed).digest('base64url')}`;
}

/** Whether this key signed a ticket. */
export const isSignedBy = (token: string, secret: Buffer): boolean => resign(token, { secret }) === token;
