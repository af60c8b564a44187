import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignInByPasskey,
} from '@venue-booking/proto/auth/passkey';

/** Invalid values for a passkey's response. */
type Forgeries = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  unverified?: true;
  counter?: number;
  /** A different credential id. */
  id?: Buffer;
  /** Bytes to add to the public key. */
  padding?: number;
  /** Includes an attestation, signed by its own key or by that of a certificate. */
  attested?: 'by itself' | 'by a certificate';
};

/** Flags of authenticator data (WebAuthn level 3, 6.1): user present, user verified, key included. */
const [PRESENT, VERIFIED, WITH_KEY] = [1, 4, 64];
const text = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const hex = (digits: string) => Buffer.from(digits, 'hex');
/** Encodes a byte string in CBOR (RFC 8949). */
const byteString = (data: Buffer) => Buffer.concat([hex('59'), uint(2, data.length), data]);

/** A software passkey (ES256) that behaves like a device on a page of an origin. */
export function newSoftPasskey({ origin, userHandle }: { origin: string; userHandle?: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let signed = 0;

  const clientData = (type: string, challenge: string, forgeries: Forgeries) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: forgeries.challenge ?? challenge,
        origin: forgeries.origin ?? origin,
      }),
    );
  const authenticatorData = (lies: Forgeries, key: Buffer = Buffer.alloc(0)) => {
    const flags = PRESENT | (lies.unverified ? 0 : VERIFIED) | (key.length > 0 ? WITH_KEY : 0);
    const rpId = lies.rpId ?? new URL(origin).hostname;
    return Buffer.concat([sha256(rpId), uint(1, flags), uint(4, lies.counter ?? signed), key]);
  };
  const credential = { id: text(id), rawId: text(id), type: 'public-key' as const };
  /** CBOR of `fmt` and `attStmt`, the first two of three entries. */
  const attestation = (attested: Forgeries['attested'], what: Buffer) => {
    if (!attested) return Buffer.from('\xa3cfmtdnonegattStmt\xa0', 'latin1');
    const signed = byteString(sign('sha256', what, privateKey));
    const certificate = byteString(selfSigned(publicKey, privateKey));
    return Buffer.concat([
      Buffer.from(
        `\xa3cfmtfpackedgattStmt${attested === 'by itself' ? '\xa2' : '\xa3'}calg\x26csig`,
        'latin1',
      ),
      signed,
      ...(attested === 'by itself' ? [] : [Buffer.from('cx5c\x81', 'latin1'), certificate]),
    ]);
  };

  return {
    /** The result of `navigator.credentials.create`. */
    make({ challenge }: Pick<PasskeyCreation, 'challenge'>, lies: Forgeries = {}): NewPasskey['credential'] {
      // COSE (RFC 9053): an EC2 key for ES256 on P-256, with an additional entry for padding.
      const { padding = 0 } = lies;
      const own = lies.id ?? id;
      const cose = Buffer.concat([
        hex(padding ? 'a6010203262001' : 'a5010203262001'),
        hex('215820'),
        Buffer.from(x, 'base64url'),
        hex('225820'),
        Buffer.from(y, 'base64url'),
        ...(padding ? [hex('1864'), byteString(Buffer.alloc(padding))] : []),
      ]);
      const data = authenticatorData(lies, Buffer.concat([Buffer.alloc(16), uint(2, own.length), own, cose]));
      const client = clientData('webauthn.create', challenge, lies);
      const statement = attestation(lies.attested, Buffer.concat([data, sha256(client)]));
      const object = [statement, Buffer.from('hauthData', 'latin1'), byteString(data)];
      return {
        ...credential,
        ...(lies.id && { id: text(own), rawId: text(own) }),
        response: { clientDataJSON: text(client), attestationObject: text(Buffer.concat(object)) },
      };
    },
    /** The result of `navigator.credentials.get`. */
    sign(
      { challenge }: Pick<PasskeyRequest, 'challenge'>,
      lies: Forgeries = {},
    ): SignInByPasskey['credential'] {
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

/** A self-signed attestation certificate as WebAuthn requires (level 3, 8.2.1), in DER. */
function selfSigned(publicKey: KeyObject, privateKey: KeyObject): Buffer {
  const der = (tag: number, ...parts: Buffer[]) => {
    const whole = Buffer.concat(parts);
    return Buffer.concat([uint(1, tag), hex('82'), uint(2, whole.length), whole]);
  };
  const [SEQUENCE, SET, UTF8, TIME, BITS] = [0x30, 0x31, 0x0c, 0x18, 0x03];
  const ES256 = der(SEQUENCE, hex('06082a8648ce3d040302'));
  const name = (oid: string, value: string) =>
    der(SET, der(SEQUENCE, hex(`0603${oid}`), der(UTF8, Buffer.from(value))));
  const names = [
    name('550406', 'NL'),
    name('55040a', 'Maker'),
    name('55040b', 'Authenticator Attestation'),
    name('550403', 'Device'),
  ];
  const maker = der(SEQUENCE, ...names);
  const always = ['19700101000000Z', '99991231235959Z'].map((time) => der(TIME, Buffer.from(time)));
  const notAuthority = hex('300c0603551d130101ff04023000');
  const signed = der(
    SEQUENCE,
    hex('a003020102'),
    hex('020101'),
    ES256,
    maker,
    der(SEQUENCE, ...always),
    maker,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, notAuthority)),
  );
  return der(SEQUENCE, signed, ES256, der(BITS, hex('00'), sign('sha256', signed, privateKey)));
}
