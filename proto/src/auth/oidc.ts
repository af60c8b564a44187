import { z } from 'zod';
import { singleLine } from '../primitives.ts';
import { Session } from './session.ts';

/** Minutes within which a person must return from the identity provider. */
export const OIDC_MINUTES = 10;

/** The identity provider of the platform. */
export const Oidc = z.object({
  name: z.string().nullable().describe('Name of the identity provider; null: people cannot sign in with one'),
});
export type Oidc = z.infer<typeof Oidc>;

const returnTo = z
  .string()
  .max(1000)
  .regex(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/, 'must be a path of the dashboard, such as `/v/my-venue/today`');

/** Body of `POST …/sign-in/oidc/start`. */
export const StartOidc = z.strictObject({
  return_to: returnTo.optional().describe('Path of the dashboard to show after signing in'),
});
export type StartOidc = z.infer<typeof StartOidc>;

/** The identity provider's page. */
export const OidcStarted = z.object({ authorize_url: z.url() });

/** Body of `POST …/sign-in/oidc`: parameters with which the identity provider returns the browser. */
export const SignInByOidc = z.strictObject({
  code: singleLine(4000),
  state: singleLine(200),
  iss: singleLine(500).optional().describe('The issuer, if the identity provider sends it (RFC 9207)'),
});
export type SignInByOidc = z.infer<typeof SignInByOidc>;

/** The session, and the path that the sign-in began with. */
export const OidcSession = Session.extend({ return_to: z.string().nullable() });
