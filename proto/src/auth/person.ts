import { z } from 'zod';
import { Email, Locale } from '../primitives.ts';
import { TokenScope } from './token.ts';

/** The address that a person signs in with, in lower case; short enough for a booking's history. */
export const PersonEmail = Email.max(180).toLowerCase();

/** A person's role at a venue, with the same permissions as a token's scope. */
export const PersonRole = TokenScope;
export type PersonRole = z.infer<typeof PersonRole>;

/** A member of a venue's staff, as its owners see them. */
export const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  role: PersonRole,
  created_at: z.iso.datetime().describe('When the person was added to the venue'),
});
export type Person = z.infer<typeof Person>;

/** Body of `POST …/people`. */
export const NewPerson = z.strictObject({
  email: PersonEmail.describe('Address for mails with sign-in links'),
  role: PersonRole.default('desk'),
  language: Locale.optional().describe(
    'Language of the invitation; default: the venue’s. After signing in, people choose their own',
  ),
});
export type NewPerson = z.infer<typeof NewPerson>;

/** An added person, and whether the invitation was sent. */
export const InvitedPerson = Person.extend({
  mailed: z.boolean().describe('Whether the mail server accepted the invitation'),
  mail_limited: z
    .literal(true)
    .optional()
    .describe(
      'Present if the invitation was not sent because the venue has reached its daily limit of mail recipients',
    ),
});
export type InvitedPerson = z.infer<typeof InvitedPerson>;

/** Body of `PATCH …/people/{id}`. */
export const PersonPatch = z.strictObject({ role: PersonRole });
