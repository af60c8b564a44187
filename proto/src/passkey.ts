import { z } from 'zod';
import { singleLine } from './primitives.ts';

/** Passkeys of one person: enough for their devices. */
export const MAX_PASSKEYS = 10;
/** How long a browser may take over a passkey once it was asked for one. */
export const CHALLENGE_MINUTES = 5;

/** A passkey with which a person signs in, as they see it. */
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
const timeout = z.int().describe('How long the browser may take, in ms');
const challenge = z.string().describe('Works once, for a few minutes');

/** What `navigator.credentials.get` takes: any passkey of this page, with the person's check. */
export const PasskeyRequest = z.object({
  challenge,
  timeout,
  rpId: z.string(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What `navigator.credentials.create` takes. */
export const PasskeyCreation = z.object({
  challenge,
  timeout,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z
    .array(z.object({ type: z.literal('public-key'), id: z.string() }))
    .describe('Those that the person has already'),
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

/** Body of `POST …/sign-in/passkey`: what the browser answered, as JSON. */
export const SignInByPasskey = z.object({
  credential: credential({
    authenticatorData: base64url(2000),
    signature: base64url(2000),
    userHandle: base64url(100).nullish(),
  }),
});
export type SignInByPasskey = z.infer<typeof SignInByPasskey>;

/** Body of `POST …/session/passkeys`: a name, and what the browser answered. */
export const NewPasskey = z.object({
  name: singleLine(60).describe('By which the person knows the device'),
  credential: credential({ attestationObject: base64url(20_000) }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** What is kept of a passkey, to check what it signs. `publicKey` is COSE, in base64url. */
export const StoredCredential = z.object({
  id: base64url(1400),
  publicKey: base64url(4000),
  counter: z.int().min(0),
});
export type StoredCredential = z.infer<typeof StoredCredential>;
