import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignInByPasskey,
} from '@venue-booking/proto/passkey';

/** What a passkey says that is not as it should be. */
type Lies = { origin?: string; rpId?: string; challenge?: string; unverified?: true; counter?: number };

/** Flags of authenticator data (WebAuthn level 3, 6.1): who is there, who was checked, a key follows. */
const [PRESENT, VERIFIED, WITH_KEY] = [1, 4, 64];
const text = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const hex = (digits: string) => Buffer.from(digits, 'hex');

/** A passkey in software (ES256), as a device answers a page of an origin. */
export function newSoftPasskey({ origin, userHandle }: { origin: string; userHandle?: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let signed = 0;

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }),
    );
  const authenticatorData = (lies: Lies, key: Buffer = Buffer.alloc(0)) => {
    const flags = PRESENT | (lies.unverified ? 0 : VERIFIED) | (key.length > 0 ? WITH_KEY : 0);
    const rpId = lies.rpId ?? new URL(origin).hostname;
    return Buffer.concat([sha256(rpId), uint(1, flags), uint(4, lies.counter ?? signed), key]);
  };
  const credential = { id: text(id), rawId: text(id), type: 'public-key' as const };

  return {
    /** What `navigator.credentials.create` answers. */
    make({ challenge }: Pick<PasskeyCreation, 'challenge'>, lies: Lies = {}): NewPasskey['credential'] {
      // COSE (RFC 9053): an EC2 key for ES256 on P-256.
      const coordinates = [
        hex('215820'),
        Buffer.from(x, 'base64url'),
        hex('225820'),
        Buffer.from(y, 'base64url'),
      ];
      const cose = Buffer.concat([hex('a5010203262001'), ...coordinates]);
      const data = authenticatorData(lies, Buffer.concat([Buffer.alloc(16), uint(2, id.length), id, cose]));
      // CBOR (RFC 8949): { fmt: 'none', attStmt: {}, authData }.
      const statement = Buffer.from('\xa3cfmtdnonegattStmt\xa0hauthData\x58', 'latin1');
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, lies)),
          attestationObject: text(Buffer.concat([statement, uint(1, data.length), data])),
        },
      };
    },
    /** What `navigator.credentials.get` answers. */
    sign({ challenge }: Pick<PasskeyRequest, 'challenge'>, lies: Lies = {}): SignInByPasskey['credential'] {
      signed++;
      const data = authenticatorData(lies);
      const client = clientData('webauthn.get', challenge, lies);
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}
