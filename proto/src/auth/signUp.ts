import { z } from 'zod';
import { Country } from '../invoice/country.ts';
import { Locale, singleLine } from '../primitives.ts';
import { Slug, Venue, venueNames } from '../venue/venue.ts';
import { PersonEmail } from './person.ts';
import { Session } from './session.ts';

/** The people who may sign up a venue: nobody, people with an invitation, or everybody. */
export const SignUpMode = z.enum(['off', 'invite', 'open']);
export type SignUpMode = z.infer<typeof SignUpMode>;

/** Validity of a link that a person requests, in minutes, and of an invitation, in days. */
export const SIGN_UP_MINUTES = 60;
export const INVITATION_DAYS = 7;

/** Maximum number of venues that one address signs up. */
export const MAX_SIGN_UPS = 5;

/** How the platform lets people sign up. */
export const SignUp = z.object({
  mode: SignUpMode.describe(
    'off: only the operator creates venues; invite: people whom the operator invites; open: everybody',
  ),
  terms_url: z.string().nullable().describe('Page with the terms of the platform; null: none'),
  privacy_url: z.string().nullable().describe('Page about privacy; null: none'),
});
export type SignUp = z.infer<typeof SignUp>;

/** `accept_terms` of a request, which must be true. */
const AcceptTerms = z
  .literal(true, { error: 'must be true' })
  .describe('Whether the person accepts the terms of the platform');

/** Body of `POST …/sign-up`. */
export const SignUpRequest = z.strictObject({
  email: PersonEmail.describe('Address for the link'),
  locale: Locale.describe('Language of the mail and of the dashboard'),
  accept_terms: AcceptTerms,
  proof_of_work: singleLine(2000).describe('A solution of the challenge of `…/sign-up/challenge`'),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

const token = singleLine(500).describe('The part of the link after the #');

/** Body of `POST …/sign-up/link`. */
export const OpenSignUp = z.strictObject({ token });

/** The person that a sign-up link belongs to. */
export const SignUpPerson = z.object({
  email: z.string(),
  language: Locale,
  invited: z
    .boolean()
    .describe('Whether the operator invited the person, who has not accepted the terms yet'),
});
export type SignUpPerson = z.infer<typeof SignUpPerson>;

/** Body of `POST …/sign-up/slug`. */
export const SlugRequest = z.strictObject({ token, slug: Slug });

export const SlugAnswer = z.object({
  free: z.boolean().describe('Whether a venue can get this slug'),
  suggestion: z
    .string()
    .nullable()
    .describe('A similar slug that is free; null if this one is, or if none was found'),
});
export type SlugAnswer = z.infer<typeof SlugAnswer>;

/** Body of `POST …/sign-up/venue`. */
export const SignUpVenue = z.strictObject({
  token,
  ...venueNames,
  country: Country.describe('Country of the venue, as two letters such as NL'),
  accept_terms: AcceptTerms,
});
export type SignUpVenue = z.infer<typeof SignUpVenue>;

/** A venue that was signed up. */
export const SignedUp = z.object({
  venue: Venue.pick({ slug: true, name: true }),
  session: Session.nullable().describe(
    'The session that the response starts. null for a person who has an account already and is not signed in: sign in to use the venue',
  ),
});
export type SignedUp = z.infer<typeof SignedUp>;

/** Body of `POST …/invitations`. */
export const NewInvitation = z.strictObject({
  email: PersonEmail.describe('Address of the person who may sign up a venue'),
  language: Locale.default('en').describe('Language of the mail'),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

/** An invitation that was not used yet. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

/** A new invitation with its link, which is shown only once. */
export const CreatedInvitation = Invitation.extend({
  url: z.string().describe('The link, to send it to the person in another way'),
  mailed: z.boolean().describe('Whether the mail server accepted the mail'),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;
