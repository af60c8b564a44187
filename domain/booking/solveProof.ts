import type { ProofChallenge } from '@venue-booking/proto/booking/proofOfWork';

/** Number of keys to derive in parallel: browsers use several threads. */
const LANES = [0, 1, 2, 3];

const bytesOf = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/**
 * Solves a proof-of-work challenge. It takes seconds: acceptable for one guest, expensive for an attacker who
 * books every place. Web Crypto runs off the main thread, so the page stays responsive. Requires TLS.
 */
export async function prove(challenge: ProofChallenge): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const { subtle } = crypto;
  for (let from = 0; ; from += LANES.length) {
    const keys = await Promise.all(
      LANES.map(async (lane) => {
        const counter = from + lane;
        const password = new Uint8Array([...bytesOf(nonce), 0, counter >> 16, counter >> 8, counter]);
        const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
        const bits = await subtle.deriveBits(
          { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(bytesOf(salt)), iterations: cost },
          key,
          keyLength * 8,
        );
        const hex = [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0'));
        return { counter, derivedKey: hex.join('') };
      }),
    );
    const solution = keys.find(({ derivedKey }) => derivedKey.startsWith(keyPrefix));
    if (solution) return btoa(JSON.stringify({ challenge, solution }));
  }
}
