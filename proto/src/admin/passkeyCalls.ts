import { z } from 'zod';
import { NewPasskey, Passkey, PasskeyCreation, PasskeyRequest, SignInByPasskey } from '../passkey.ts';
import { FRESH_MINUTES, Session } from '../session.ts';
import type { CallGroup } from './adminCall.ts';
import { passkey, platform } from './things.ts';

const NOT_NOW = {
  403: 'The operator has no passkeys, and a token has no session; or the person signed in too long ago',
};
const NOT_A_PERSON = { 403: 'The operator has no passkeys, and a token has no session' };

/** What the owner's page does to sign a person in without a mail (WebAuthn, level 3). */
export const passkeyCalls = {
  about: 'Passkeys of whoever is signed in, in place of the link by mail',
  tag: 'sessions',
  browserOnly: true,
  calls: {
    askForPasskey: {
      verb: 'ask',
      does: 'Ask what a passkey has to sign to sign in',
      more: 'The answer is for navigator.credentials.get of a browser.',
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
      does: 'Sign in with what a passkey has signed',
      more: 'It answers the cookie of a session. Every refusal is the same.',
      method: 'POST',
      of: platform,
      path: '/sign-in/passkey',
      role: 'anyone',
      input: SignInByPasskey,
      answers: Session,
      errors: { 403: 'It is no passkey of anybody here, or was too late, or was sent before' },
    },
    listPasskeys: {
      verb: 'list',
      does: 'List the passkeys of whoever is signed in, the oldest first',
      method: 'GET',
      of: platform,
      path: '/session/passkeys',
      role: 'signed_in',
      answers: z.array(Passkey),
      errors: NOT_A_PERSON,
    },
    prepareForPasskey: {
      verb: 'prepare',
      does: 'Ask what a new passkey has to be made for',
      more: `The answer is for navigator.credentials.create of a browser. The session must have begun less than ${FRESH_MINUTES} minutes ago.`,
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
      does: 'Keep a new passkey, and tell its person by mail',
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
      does: 'Remove a passkey: nobody can sign in with it any more',
      more: `Sessions that it began go on. The session must have begun less than ${FRESH_MINUTES} minutes ago.`,
      method: 'DELETE',
      of: passkey,
      role: 'signed_in',
      answers: Passkey,
      errors: { ...NOT_NOW, 404: 'The person has no such passkey' },
    },
  },
} as const satisfies CallGroup;
