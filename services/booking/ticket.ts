import { CompactSign, compactVerify } from 'jose';
import { z } from 'zod';

/** A key that signs links to bookings. */
export type SigningKey = { id: string; secret: Uint8Array };

/** What a link is for: to view and cancel a booking, or to pay it. A link opens nothing but its own. */
type Purpose = 'ticket' | 'pay';

const Claims = z.object({ v: z.int(), b: z.int() });

/** Signs a link to a booking: bound to its purpose, no personal data, the key's id inside. */
const sign = (
  purpose: Purpose,
  [key]: readonly SigningKey[],
  booking: { venueId: number; id: number },
): Promise<string> => {
  if (!key) throw new Error('no signing key');
  return new CompactSign(new TextEncoder().encode(JSON.stringify({ v: booking.venueId, b: booking.id })))
    .setProtectedHeader({ alg: 'HS256', kid: key.id, typ: purpose })
    .sign(key.secret);
};

async function read(
  purpose: Purpose,
  keys: readonly SigningKey[],
  token: string,
): Promise<{ venueId: number; id: number } | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      ({ kid }) => {
        const key = keys.find(({ id }) => id === kid);
        if (!key) throw new Error('unknown key');
        return key.secret;
      },
      { algorithms: ['HS256'] },
    );
    if (protectedHeader.typ !== purpose) return null;
    const { v, b } = Claims.parse(JSON.parse(new TextDecoder().decode(payload)));
    return { venueId: v, id: b };
  } catch {
    return null;
  }
}

type Sign = (keys: readonly SigningKey[], booking: { venueId: number; id: number }) => Promise<string>;
/** The booking that a token opens, or null for one that was not signed by one of our keys for this purpose. */
type Read = (keys: readonly SigningKey[], token: string) => Promise<{ venueId: number; id: number } | null>;

export const signTicket: Sign = (keys, booking) => sign('ticket', keys, booking);
export const readTicket: Read = (keys, token) => read('ticket', keys, token);
export const signPayToken: Sign = (keys, booking) => sign('pay', keys, booking);
export const readPayToken: Read = (keys, token) => read('pay', keys, token);
