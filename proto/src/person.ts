import { z } from 'zod';
import { Email, Locale } from './primitives.ts';
import { TokenScope } from './token.ts';

/** The address that a person signs in with, in lower case; short enough for the history of a booking. */
export const PersonEmail = Email.max(180).toLowerCase();

/** What a person may do at a venue: what a token of the same scope may. */
export const PersonRole = TokenScope;
export type PersonRole = z.infer<typeof PersonRole>;

/** Somebody who works at a venue, as its owners see them. */
export const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  role: PersonRole,
  created_at: z.iso.datetime().describe('Since when they belong to the venue'),
});
export type Person = z.infer<typeof Person>;

/** Body of `POST …/people`. */
export const NewPerson = z.strictObject({
  email: PersonEmail.describe('Where they get the mail that signs them in'),
  role: PersonRole.default('desk'),
  language: Locale.optional().describe(
    'Language of the invitation; the venue’s where nothing is said. A person who signs in chooses their own',
  ),
});
export type NewPerson = z.infer<typeof NewPerson>;

/** A person who was added, and whether the mail that tells them has been sent. */
export const InvitedPerson = Person.extend({
  mailed: z.boolean().describe('Whether the mail server has taken the invitation'),
  mail_limited: z
    .literal(true)
    .optional()
    .describe('There where it was not mailed as the venue has mailed as many people as it may in a day'),
});
export type InvitedPerson = z.infer<typeof InvitedPerson>;

/** Body of `PATCH …/people/{id}`. */
export const PersonPatch = z.strictObject({ role: PersonRole });
