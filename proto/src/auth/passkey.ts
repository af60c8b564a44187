import { z } from 'zod';
import { singleLine } from '../primitives.ts';

/** Maximum number of passkeys per person. */
export const MAX_PASSKEYS = 10;
/** Minutes within which a browser must respond to a passkey challenge. */
export const CHALLENGE_MINUTES = 5;

/** A passkey, as its owner sees it. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url');
const timeout = z.int().describe('Timeout for the browser, in ms');
const challenge = z.string().describe('Valid once, for a few minutes');

/** Options of `navigator.credentials.get`: any passkey of this site, with user verification. */
export const PasskeyRequest = z.object({
  challenge,
  timeout,
  rpId: z.string(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** Options of `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  challenge,
  timeout,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z
    .array(z.object({ type: z.literal('public-key'), id: z.string() }))
    .describe('Existing passkeys of the person'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

const credential = <R extends z.ZodRawShape>(response: R) =>
  z.object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url(4000), ...response }),
  });

/** Body of `POST …/sign-in/passkey`: the browser's credential as JSON. */
export const SignInByPasskey = z.object({
  credential: credential({
    authenticatorData: base64url(2000),
    signature: base64url(2000),
    userHandle: base64url(100).nullish(),
  }),
});
export type SignInByPasskey = z.infer<typeof SignInByPasskey>;

/** Body of `POST …/session/passkeys`: a name and the browser's credential. */
export const NewPasskey = z.object({
  name: singleLine(60).describe('Name of the device, chosen by the person'),
  credential: credential({ attestationObject: base64url(20_000) }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** The stored part of a passkey, with which signatures are verified. `publicKey` is COSE in base64url. */
export const StoredCredential = z.object({
  id: base64url(1400),
  publicKey: base64url(4000),
  counter: z.int().min(0),
});
export type StoredCredential = z.infer<typeof StoredCredential>;
