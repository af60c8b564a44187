import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import { signedText } from '@venue-booking/domain/transfer/archiveSignature';
import type { SigningKey } from '../core/linkedBooking.ts';

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key that signs archives, derived from the first signing key. After a rotation archives have another
 * fingerprint.
 */
export function archiveKey([key]: readonly SigningKey[]) {
  if (!key) throw new Error('no signing key');
  const seed = Buffer.from(hkdfSync('sha256', key.secret, '', 'venue-booking archive', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return {
    /** 32 bytes, base64url. */
    publicKey: String(createPublicKey(privateKey).export({ format: 'jwk' }).x),
    /** Signs a manifest by its SHA-256 in hex. @returns base64url */
    sign: (sha256: string): string =>
      sign(null, Buffer.from(signedText(sha256)), privateKey).toString('base64url'),
  };
}
