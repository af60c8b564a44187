import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  CHALLENGE_MINUTES,
  type NewPasskey,
  type PasskeyCreation,
  type PasskeyRequest,
  type SignInByPasskey,
  StoredCredential,
} from '@venue-booking/proto/auth/passkey';
import { fail } from '@venue-booking/proto/failures';
import { originsOf } from '../tenancy/tenancy.ts';
import type { Sessions } from './sessions.ts';

type Deps = { publicUrl: string; sessions: Pick<Sessions, 'hmacOf'> };
/** The session and person that a new passkey is for. `existing`: ids of the person's existing passkeys. */
type PasskeyOwner = { session: string; personId: string; email: string; existing: string[] };
/** The credential to store, and the key that marks its challenge as used. */
type VerifiedPasskey = { credential: StoredCredential; useKey: string };

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
const [NONCE_BYTES, END_BYTES] = [16, 6];
/**
 * Ed25519, ECDSA with P-256, RSA with SHA-256: the algorithms that devices support (IANA COSE algorithms).
 */
const ALGORITHMS = [-8, -7, -257];
const SIGN_IN = 'sign in';

/** Loaded on first use: it is half the size of the rest of the gateway. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * Rejects attestations by the device's manufacturer, which we do not request. The library would parse their
 * certificates, fetch a revocation list from a URL in them, and accept them without knowing who signed them.
 */
async function rejectManufacturerAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const statement = decodeAttestationObject(bytes(attestationObject));
  const isBare = statement.get('fmt') === 'none';
  const isOwn = statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined;
  if (!isBare && !isOwn) throw new Error('attestation by a manufacturer');
}
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const textOf = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const handleOf = (personId: string) => textOf(Buffer.from(personId));

/**
 * Creates and verifies challenges of passkeys (docs/decisions/0050-sessions-in-a-cookie.md). Challenges are
 * not stored: each contains its expiry and an HMAC, and is marked as used when it comes back.
 */
export function createPasskeys({ publicUrl, sessions }: Deps) {
  const expectedOrigin = [...originsOf(publicUrl)];
  const rpId = new URL(publicUrl).hostname;

  const sealOf = (what: Buffer, purpose: string) =>
    Buffer.from(sessions.hmacOf(`passkey ${purpose}`, what.toString('base64url')), 'base64url');
  const challengeFor = (purpose: string): string => {
    const payload = Buffer.alloc(NONCE_BYTES + END_BYTES);
    randomBytes(NONCE_BYTES).copy(payload);
    payload.writeUIntBE(Date.now() + TIMEOUT_MS, NONCE_BYTES, END_BYTES);
    return Buffer.concat([payload, sealOf(payload, purpose)]).toString('base64url');
  };
  const isOpen = (challenge: string, purpose: string): boolean => {
    const whole = Buffer.from(challenge, 'base64url');
    const payload = whole.subarray(0, NONCE_BYTES + END_BYTES);
    const seal = whole.subarray(NONCE_BYTES + END_BYTES);
    const expectedSeal = payload.length === NONCE_BYTES + END_BYTES ? sealOf(payload, purpose) : null;
    if (!expectedSeal || seal.length !== expectedSeal.length || !timingSafeEqual(seal, expectedSeal))
      return false;
    return payload.readUIntBE(NONCE_BYTES, END_BYTES) > Date.now();
  };

  /** Verifies a response to an unexpired challenge. @throws `passkey_refused` for any failure */
  const check = async <T extends { verified: boolean }>(
    purpose: string,
    verify: (expected: {
      expectedChallenge: (challenge: string) => boolean;
      expectedOrigin: string[];
      expectedRPID: string;
    }) => Promise<T>,
  ): Promise<{ outcome: T & { verified: true }; useKey: string }> => {
    let useKey = '';
    const expectedChallenge = (challenge: string) => {
      useKey = sessions.hmacOf('passkey use', challenge);
      return isOpen(challenge, purpose);
    };
    const expected = { expectedChallenge, expectedOrigin, expectedRPID: rpId };
    const outcome = await verify(expected).catch(() => null);
    if (!outcome?.verified) throw fail('passkey_refused');
    return { outcome: outcome as T & { verified: true }, useKey };
  };

  return {
    /** Options for signing in with any passkey of this site. */
    request: (): PasskeyRequest => ({
      challenge: challengeFor(SIGN_IN),
      timeout: TIMEOUT_MS,
      rpId,
      userVerification: 'required',
    }),
    /** Options for creating a passkey in a session. */
    creation: ({ session, personId, email, existing }: PasskeyOwner): PasskeyCreation => ({
      challenge: challengeFor(session),
      timeout: TIMEOUT_MS,
      rp: { id: rpId, name: 'Venue Booking' },
      user: { id: handleOf(personId), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: existing.map((id) => ({ type: 'public-key', id })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }),
    /** Verifies a passkey that was created in a session. @throws `passkey_refused` */
    async checkNew(credential: NewPasskey['credential'], session: string): Promise<VerifiedPasskey> {
      const { verifyRegistrationResponse } = await loadLibrary();
      const { outcome, useKey } = await check(session, async (expected) => {
        await rejectManufacturerAttestation(credential.response.attestationObject);
        return verifyRegistrationResponse({
          ...expected,
          response: { ...credential, clientExtensionResults: {} },
          supportedAlgorithmIDs: ALGORITHMS,
        });
      });
      const { publicKey, ...created } = outcome.registrationInfo.credential;
      const stored = StoredCredential.safeParse({ ...created, publicKey: textOf(publicKey) });
      if (!stored.success) throw fail('passkey_refused');
      return { credential: stored.data, useKey };
    },
    /** Verifies a sign-in. The returned credential has the new signature count. @throws `passkey_refused` */
    async checkSignIn(
      { response, ...credential }: SignInByPasskey['credential'],
      stored: StoredCredential & { personId: string },
    ): Promise<VerifiedPasskey> {
      const { verifyAuthenticationResponse } = await loadLibrary();
      const { userHandle, ...signed } = response;
      if (userHandle && userHandle !== handleOf(stored.personId)) throw fail('passkey_refused');
      const { id, publicKey, counter } = stored;
      const { outcome, useKey } = await check(SIGN_IN, (expected) =>
        verifyAuthenticationResponse({
          ...expected,
          response: { ...credential, response: signed, clientExtensionResults: {} },
          credential: { id, publicKey: bytes(publicKey), counter },
        }),
      );
      return { credential: { id, publicKey, counter: outcome.authenticationInfo.newCounter }, useKey };
    },
  };
}
export type Passkeys = ReturnType<typeof createPasskeys>;
