import { OIDC_MINUTES, Oidc, OidcSession, OidcStarted, SignInByOidc, StartOidc } from '../auth/oidc.ts';
import type { CallGroup } from './adminCall.ts';
import { platform } from './resources.ts';

const OFF = { 404: 'The operator has not configured an identity provider' };
const AWAY = { 503: 'The identity provider does not respond' };

/** Calls of the dashboard for sign-in with OpenID Connect. */
export const oidcCalls = {
  about: 'Sign-in with an identity provider (OpenID Connect), instead of a link by mail',
  tag: 'sessions',
  browserOnly: true,
  calls: {
    getOidc: {
      verb: 'show',
      does: 'Show the identity provider with which people can sign in',
      more: 'The operator sets it with `OIDC_ISSUER` and `OIDC_NAME`.',
      method: 'GET',
      of: platform,
      path: '/sign-in/oidc',
      role: 'anyone',
      answers: Oidc,
    },
    startOidc: {
      verb: 'start',
      changesNothing: true,
      does: 'Get the identity provider’s page, on which a person signs in',
      more: `The response sets a cookie: the person must return in this browser within ${OIDC_MINUTES} minutes. The identity provider returns the browser to \`/admin/sign-in/oidc\` of the platform.`,
      method: 'POST',
      of: platform,
      path: '/sign-in/oidc/start',
      role: 'anyone',
      input: StartOidc,
      answers: OidcStarted,
      errors: { ...OFF, ...AWAY },
    },
    signInByOidc: {
      verb: 'sign-in',
      security: 'sign_in',
      does: 'Sign in with the code of the identity provider',
      more: 'The response sets a session cookie. The identity provider must confirm the e-mail address of a person of a venue. An unconfirmed and an unknown address get the same response.',
      method: 'POST',
      of: platform,
      path: '/sign-in/oidc',
      role: 'anyone',
      input: SignInByOidc,
      answers: OidcSession,
      errors: {
        ...OFF,
        ...AWAY,
        403: 'The code is not valid, or the address is unknown or not confirmed',
        410: 'Used, expired or started in another browser',
      },
    },
  },
} as const satisfies CallGroup;
