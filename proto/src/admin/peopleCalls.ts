import { z } from 'zod';
import { InvitedPerson, NewPerson, Person, PersonPatch } from '../person.ts';
import {
  AskForLink,
  LINK_MINUTES,
  Session,
  SessionPatch,
  SignInAsOperator,
  SignInByLink,
} from '../session.ts';
import type { CallGroup } from './adminCall.ts';
import { person, platform, venue } from './things.ts';

/** Who works at a venue, and how they sign in to the owner's page. */

const KEEPS_AN_OWNER = { 409: 'It would leave the venue without an owner' };

export const personCalls = {
  about: 'People who work at a venue, and sign in to the owner’s page',
  tag: 'people',
  plural: 'people',
  calls: {
    listPeople: {
      verb: 'list',
      does: 'List the people of a venue by address',
      method: 'GET',
      of: venue,
      path: '/people',
      answers: z.array(Person),
      columns: ['id', 'email', 'role', 'created_at'],
    },
    addPerson: {
      verb: 'add',
      does: 'Add a person to a venue, and tell them by mail where to sign in',
      more: 'Adding somebody again mails them again, and changes nothing else.',
      method: 'POST',
      of: venue,
      path: '/people',
      input: NewPerson,
      argument: 'email',
      answers: InvitedPerson,
      status: 201,
    },
    patchPerson: {
      verb: 'set',
      does: 'Change what a person may do at the venue',
      method: 'PATCH',
      of: person,
      input: PersonPatch,
      answers: Person,
      errors: KEEPS_AN_OWNER,
    },
    removePerson: {
      verb: 'remove',
      does: 'Remove a person from a venue',
      more: 'They are out at once at the gateway that answers, within a second at others. History keeps their address.',
      method: 'DELETE',
      of: person,
      answers: Person,
      errors: KEEPS_AN_OWNER,
    },
    signPersonOut: {
      verb: 'sign-out',
      does: 'Sign a person out of the venue, on all their devices',
      more: 'They may sign in again. At other venues they stay signed in.',
      method: 'DELETE',
      of: person,
      path: '/sessions',
      answers: Person,
    },
  },
} as const satisfies CallGroup;

/** What the owner's page does to sign in and out. */
export const sessionCalls = {
  about: 'Signing in to the owner’s page, and out. A session is a cookie of the browser',
  tag: 'sessions',
  browserOnly: true,
  calls: {
    askForLink: {
      verb: 'ask',
      does: 'Mail a link that signs in',
      more: `It answers the same whether or not anybody has the address. The link works once, for ${LINK_MINUTES} minutes.`,
      method: 'POST',
      of: platform,
      path: '/sign-in',
      role: 'anyone',
      input: AskForLink,
      answers: z.object({}),
    },
    signInByLink: {
      verb: 'sign-in',
      does: 'Sign in with the token of a link',
      more: 'It answers the cookie of a session, and uses the link up.',
      method: 'POST',
      of: platform,
      path: '/sign-in/link',
      role: 'anyone',
      input: SignInByLink,
      answers: Session,
      errors: { 410: 'The link was used, is too old, or never was' },
    },
    signInAsOperator: {
      verb: 'sign-in-operator',
      does: 'Sign in with the operator’s token',
      more: 'It answers the cookie of a session, which ends when the operator gets another token.',
      method: 'POST',
      of: platform,
      path: '/sign-in/operator',
      role: 'anyone',
      input: SignInAsOperator,
      answers: Session,
    },
    getSession: {
      verb: 'show',
      does: 'Show who is signed in, and at which venues',
      method: 'GET',
      of: platform,
      path: '/session',
      role: 'signed_in',
      answers: Session,
    },
    patchSession: {
      verb: 'set',
      does: 'Choose the language of whoever is signed in',
      method: 'PATCH',
      of: platform,
      path: '/session',
      role: 'signed_in',
      input: SessionPatch,
      answers: Session,
    },
    signOut: {
      verb: 'end',
      does: 'Sign out',
      method: 'DELETE',
      of: platform,
      path: '/session',
      role: 'signed_in',
      answers: z.object({}),
    },
    signOutEverywhere: {
      verb: 'end-all',
      does: 'Sign out on all devices',
      more: 'For the operator: of everybody who has signed in with the operator’s token.',
      method: 'DELETE',
      of: platform,
      path: '/sessions',
      role: 'signed_in',
      answers: z.object({}),
    },
  },
} as const satisfies CallGroup;
