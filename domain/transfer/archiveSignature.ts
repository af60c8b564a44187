import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '@venue-booking/proto/transfer/archive';

/** The text that an archive's key signs, given the SHA-256 of the manifest in hex. */
export const signedText = (sha256: string): string => `${ARCHIVE_FORMAT} ${ARCHIVE_VERSION} ${sha256}`;

/** The fingerprint of a public key, as people compare it: 32 hex digits in groups of four. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(publicKey)));
  const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/.{4}(?!$)/g, '$& ');
}

/** Whether the key of an archive signed the manifest with this SHA-256. Keys and signatures are base64url. */
export async function isSigned(sha256: string, publicKey: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
    const text = new TextEncoder().encode(signedText(sha256));
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), text);
  } catch {
    return false;
  }
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
