import { z } from 'zod';
import { PersonEmail, PersonRole } from './person.ts';
import { Locale, singleLine } from './primitives.ts';

/** How long a link in a mail signs in. */
export const LINK_MINUTES = 10;
/** A session that was not used for so long is over. */
export const SILENCE_DAYS = 30;
/** A session ends so long after signing in, however often it is used. */
export const SESSION_DAYS = { person: 90, operator: 7 };

/**
 * So long after signing in a person may change passkeys and end other sessions; after that they sign in again
 * first.
 */
export const FRESH_MINUTES = 15;

/** Who is signed in, and at which venues. */
export const Session = z.object({
  role: z.enum(['operator', 'person']),
  email: z.string().nullable().describe('Null for the operator'),
  language: Locale,
  venues: z
    .array(z.object({ slug: z.string(), name: z.string(), role: PersonRole }))
    .describe('By name. Empty for the operator, who may enter any'),
});
export type Session = z.infer<typeof Session>;

/** Body of `POST …/sign-in`. */
export const AskForLink = z.strictObject({
  email: PersonEmail,
  language: Locale.optional().describe('Language of the mail; the person’s own where nothing is said'),
});
export type AskForLink = z.infer<typeof AskForLink>;

/** Whom a link signs in, as whoever has it is told. */
export const LinkPerson = z.object({ email: z.string() });
export type LinkPerson = z.infer<typeof LinkPerson>;

/** Body of `POST …/sign-in/link`, and of `…/sign-in/link/person`. */
export const SignInByLink = z.strictObject({
  token: singleLine(500).describe('What stands behind the # of the link'),
});

/** Body of `POST …/sign-in/operator`. */
export const SignInAsOperator = z.strictObject({ token: singleLine(500).describe("The operator's token") });

/** One of the sessions of whoever is signed in. */
export const OwnSession = z.object({
  id: z.uuid(),
  device: z.string().nullable().describe('Family of the browser and of its system; null: unknown'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().describe('To the hour'),
  ends_at: z.iso.datetime().describe('When it ends, however often it is used'),
  current: z.boolean().describe('Whether this request comes by it'),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Body of `PATCH …/session`. */
export const SessionPatch = z.strictObject({ language: Locale });

/** A session as catalog knows it. `personId`: null for the operator's; `fresh`: under FRESH_MINUTES old. */
export type KnownSession = Omit<Session, 'role'> & { personId: string | null; fresh?: boolean | undefined };
