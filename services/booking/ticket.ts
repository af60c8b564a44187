import { CompactSign, compactVerify } from 'jose';
import { z } from 'zod';

/** A key that signs tickets. */
export type SigningKey = { id: string; secret: Uint8Array };

const Claims = z.object({ v: z.int(), b: z.int() });
const PURPOSE = 'ticket';

/** Signs the link to a booking: bound to this purpose, no personal data, the key's id inside. */
export const signTicket = (
  [key]: readonly SigningKey[],
  booking: { venueId: number; id: number },
): Promise<string> => {
  if (!key) throw new Error('no signing key');
  return new CompactSign(new TextEncoder().encode(JSON.stringify({ v: booking.venueId, b: booking.id })))
    .setProtectedHeader({ alg: 'HS256', kid: key.id, typ: PURPOSE })
    .sign(key.secret);
};

/** The booking that a ticket opens, or null for a token that was not signed by one of our keys for this purpose. */
export async function readTicket(
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
    if (protectedHeader.typ !== PURPOSE) return null;
    const { v, b } = Claims.parse(JSON.parse(new TextDecoder().decode(payload)));
    return { venueId: v, id: b };
  } catch {
    return null;
  }
}
