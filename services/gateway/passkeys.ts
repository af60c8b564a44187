import { randomBytes, timingSafeEqual } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import {
  CHALLENGE_MINUTES,
  type NewPasskey,
  type PasskeyCreation,
  type PasskeyRequest,
  type SignInByPasskey,
  StoredCredential,
} from '@venue-booking/proto/passkey';
import type { Sessions } from './sessions.ts';
import { originsOf } from './tenancy.ts';

type Deps = { publicUrl: string; sessions: Pick<Sessions, 'keyed'> };
/** Whom a new passkey is for, and the ids of those that they have. */
type Asking = { session: string; personId: string; email: string; known: string[] };
/** What to keep of a passkey, and the key by which the challenge that it signed is used up. */
type Checked = { credential: StoredCredential; useKey: string };

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
const [NONCE_BYTES, END_BYTES] = [16, 6];
/** Ed25519, ECDSA with P-256, RSA with SHA-256: what devices have (IANA, COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];
const SIGN_IN = 'sign in';

/** Loaded with the first passkey: half of what the gateway loads otherwise. */
const library = () => import('@simplewebauthn/server');

/**
 * Refuses what says who has made the device, which nobody asked for: the library would read the certificates
 * in it, ask for a list at an address that stands there, and take them without knowing who signed them.
 */
async function refuseMakers(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const statement = decodeAttestationObject(bytes(attestationObject));
  const isBare = statement.get('fmt') === 'none';
  const isOwn = statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined;
  if (!isBare && !isOwn) throw new Error('it says who has made it');
}
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const textOf = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const handleOf = (personId: string) => textOf(Buffer.from(personId));

/**
 * What passkeys sign, and whether they have (docs/decisions/0050-sessions-in-a-cookie.md). A challenge is
 * kept nowhere: it carries its end and a hash that only this platform can make, and is used up when it comes
 * back.
 */
export function createPasskeys({ publicUrl, sessions }: Deps) {
  const expectedOrigin = [...originsOf(publicUrl)];
  const rpId = new URL(publicUrl).hostname;

  const sealOf = (what: Buffer, purpose: string) =>
    Buffer.from(sessions.keyed(`passkey ${purpose}`, what.toString('base64url')), 'base64url');
  const challengeFor = (purpose: string): string => {
    const what = Buffer.alloc(NONCE_BYTES + END_BYTES);
    randomBytes(NONCE_BYTES).copy(what);
    what.writeUIntBE(Date.now() + TIMEOUT_MS, NONCE_BYTES, END_BYTES);
    return Buffer.concat([what, sealOf(what, purpose)]).toString('base64url');
  };
  const isOpen = (challenge: string, purpose: string): boolean => {
    const whole = Buffer.from(challenge, 'base64url');
    const what = whole.subarray(0, NONCE_BYTES + END_BYTES);
    const seal = whole.subarray(NONCE_BYTES + END_BYTES);
    const wanted = what.length === NONCE_BYTES + END_BYTES ? sealOf(what, purpose) : null;
    if (!wanted || seal.length !== wanted.length || !timingSafeEqual(seal, wanted)) return false;
    return what.readUIntBE(NONCE_BYTES, END_BYTES) > Date.now();
  };

  /** Checks against a challenge that is still open. @throws `passkey_refused`, whatever is wrong */
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
      useKey = sessions.keyed('passkey use', challenge);
      return isOpen(challenge, purpose);
    };
    const expected = { expectedChallenge, expectedOrigin, expectedRPID: rpId };
    const outcome = await verify(expected).catch(() => null);
    if (!outcome?.verified) throw fail('passkey_refused');
    return { outcome: outcome as T & { verified: true }, useKey };
  };

  return {
    /** What any passkey of this page may sign to sign in. */
    request: (): PasskeyRequest => ({
      challenge: challengeFor(SIGN_IN),
      timeout: TIMEOUT_MS,
      rpId,
      userVerification: 'required',
    }),
    /** What a new passkey is made for, in a session. */
    creation: ({ session, personId, email, known }: Asking): PasskeyCreation => ({
      challenge: challengeFor(session),
      timeout: TIMEOUT_MS,
      rp: { id: rpId, name: 'Venue Booking' },
      user: { id: handleOf(personId), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known.map((id) => ({ type: 'public-key', id })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }),
    /** Checks a new passkey that was made in a session. @throws `passkey_refused` */
    async checkNew(credential: NewPasskey['credential'], session: string): Promise<Checked> {
      const { verifyRegistrationResponse } = await library();
      const { outcome, useKey } = await check(session, async (expected) => {
        await refuseMakers(credential.response.attestationObject);
        return verifyRegistrationResponse({
          ...expected,
          response: { ...credential, clientExtensionResults: {} },
          supportedAlgorithmIDs: ALGORITHMS,
        });
      });
      const { publicKey, ...made } = outcome.registrationInfo.credential;
      const kept = StoredCredential.safeParse({ ...made, publicKey: textOf(publicKey) });
      if (!kept.success) throw fail('passkey_refused');
      return { credential: kept.data, useKey };
    },
    /** Checks what a passkey has signed; its credential then has the new count. @throws `passkey_refused` */
    async checkSignIn(
      { response, ...credential }: SignInByPasskey['credential'],
      stored: StoredCredential & { personId: string },
    ): Promise<Checked> {
      const { verifyAuthenticationResponse } = await library();
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
