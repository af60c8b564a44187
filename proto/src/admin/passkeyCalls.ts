import { z } from 'zod';
import { NewPasskey, Passkey, PasskeyCreation, PasskeyRequest, SignInByPasskey } from '../auth/passkey.ts';
import { FRESH_MINUTES, Session } from '../auth/session.ts';
import type { CallGroup } from './adminCall.ts';
import { passkey, platform } from './resources.ts';

const NOT_NOW = {
  403: 'The shared operator token has no passkeys, a token has no session, or the person signed in too long ago or without a required passkey',
};
const NOT_A_PERSON = { 403: 'The shared operator token has no passkeys, or a token has no session' };

/** Calls of the dashboard for sign-in with passkeys (WebAuthn, level 3). */
export const passkeyCalls = {
  about: 'Passkeys of the signed-in person, instead of a link by mail',
  tag: 'sessions',
  browserOnly: true,
  calls: {
    askForPasskey: {
      verb: 'ask',
      changesNothing: true,
      does: 'Get a challenge to sign in with a passkey',
      more: 'The response contains the options of `navigator.credentials.get`.',
      method: 'POST',
      of: platform,
      path: '/sign-in/passkey/challenge',
      role: 'anyone',
      input: z.strictObject({}),
      answers: PasskeyRequest,
    },
    signInByPasskey: {
      verb: 'sign-in',
      security: 'sign_in',
      does: 'Sign in with a passkey',
      more: 'The response sets a session cookie. All failures look the same.',
      method: 'POST',
      of: platform,
      path: '/sign-in/passkey',
      role: 'anyone',
      input: SignInByPasskey,
      answers: Session,
      errors: { 403: 'The passkey is unknown, or the challenge has expired or was used before' },
    },
    listPasskeys: {
      verb: 'list',
      does: 'List the passkeys of the signed-in person, oldest first',
      method: 'GET',
      of: platform,
      path: '/session/passkeys',
      role: 'signed_in',
      answers: z.array(Passkey),
      errors: NOT_A_PERSON,
    },
    prepareForPasskey: {
      verb: 'prepare',
      changesNothing: true,
      does: 'Get a challenge to create a passkey',
      more: `The response contains the options of \`navigator.credentials.create\`. The person must have signed in less than ${FRESH_MINUTES} minutes ago.`,
      method: 'POST',
      of: platform,
      path: '/session/passkeys/challenge',
      role: 'signed_in',
      input: z.strictObject({}),
      answers: PasskeyCreation,
      errors: NOT_NOW,
    },
    addPasskey: {
      verb: 'add',
      security: 'passkey_added',
      does: 'Add a passkey and notify its owner by mail',
      method: 'POST',
      of: platform,
      path: '/session/passkeys',
      role: 'signed_in',
      input: NewPasskey,
      answers: Passkey,
      status: 201,
      errors: NOT_NOW,
    },
    removePasskey: {
      verb: 'remove',
      security: 'passkey_removed',
      does: 'Remove a passkey; it can no longer be used to sign in',
      more: `Existing sessions continue. The person must have signed in less than ${FRESH_MINUTES} minutes ago.`,
      method: 'DELETE',
      of: passkey,
      role: 'signed_in',
      answers: Passkey,
      errors: { ...NOT_NOW, 404: 'The person has no such passkey' },
    },
  },
} as const satisfies CallGroup;
