import { z } from 'zod';
import { Locale, singleLine } from '../primitives.ts';
import { OperatorRole } from './operator.ts';
import { PersonEmail, PersonRole } from './person.ts';

/** Validity of a sign-in link, in minutes. */
export const LINK_MINUTES = 10;
/** Days without use after which a session ends. */
export const MAX_IDLE_DAYS = 30;
/** Days after signing in when a session ends, even if it is used. */
export const SESSION_DAYS = { person: 90, operator: 7 };

/**
 * Minutes after signing in within which a person may change passkeys and end other sessions. After that they
 * must sign in again first.
 */
export const FRESH_MINUTES = 15;

/** The venues that a named operator has given a reason for, and until when. */
const OpenVisits = z.array(z.object({ slug: z.string(), ends_at: z.iso.datetime() }));

/** The signed-in person and their venues. */
export const Session = z.object({
  role: z.enum(['operator', 'person']),
  email: z.string().nullable().describe('Null for a session of the shared operator token'),
  language: Locale,
  venues: z
    .array(z.object({ slug: z.string(), name: z.string(), role: PersonRole }))
    .describe('Where the person works, by name. An operator may access every venue'),
  operator: z
    .object({
      role: OperatorRole,
      needs_passkey: z.boolean().describe('Whether the operator must sign in with a passkey first'),
      visits: OpenVisits.describe('The venues that the operator may access now'),
    })
    .optional()
    .describe('The rights of a named operator. Absent for others, and for the shared operator token'),
});
export type Session = z.infer<typeof Session>;

/** Body of `POST …/sign-in`. */
export const SignInLinkRequest = z.strictObject({
  email: PersonEmail,
  language: Locale.optional().describe('Language of the mail; default: the person’s own'),
});
export type SignInLinkRequest = z.infer<typeof SignInLinkRequest>;

/** The person that a link signs in, shown to whoever opens the link. */
export const LinkPerson = z.object({ email: z.string() });
export type LinkPerson = z.infer<typeof LinkPerson>;

/** Body of `POST …/sign-in/link`, and of `…/sign-in/link/person`. */
export const SignInByLink = z.strictObject({
  token: singleLine(500).describe('The part of the link after the #'),
});

/** Body of `POST …/sign-in/operator`. */
export const SignInAsOperator = z.strictObject({ token: singleLine(500).describe("The operator's token") });

/** A session of the signed-in person. */
export const OwnSession = z.object({
  id: z.uuid(),
  device: z.string().nullable().describe('Browser and operating system; null if unknown'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().describe('Precise to the hour'),
  ends_at: z.iso.datetime().describe('When the session ends, even if it is used'),
  current: z.boolean().describe('Whether this request uses it'),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Body of `PATCH …/session`. */
export const SessionPatch = z.strictObject({ language: Locale });

/** The rights of a named operator in a session. `passkey`: whether the session began with a passkey. */
export type KnownOperator = { role: OperatorRole; passkey: boolean; visits: z.infer<typeof OpenVisits> };

/**
 * A session as catalog returns it. `personId`: null for the shared operator token; `fresh`: less than
 * FRESH_MINUTES old. `operator`: null for others; absent from a catalog of the previous release.
 */
export type KnownSession = Omit<Session, 'role' | 'operator'> & {
  personId: string | null;
  fresh?: boolean | undefined;
  operator?: KnownOperator | null | undefined;
};
