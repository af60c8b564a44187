import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { StoredCredential } from '@venue-booking/proto/auth/passkey';
import { NewPerson, PersonEmail, PersonRole } from '@venue-booking/proto/auth/person';
import { Locale } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { CatalogDatabase } from '../database.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './ownSessions.ts';
import { addPasskey, deletePasskey, findCredential, listPasskeys, usePasskey } from './passkeyStore.ts';
import { addPerson, listPeople, patchPerson, removePerson, signPersonOut } from './personStore.ts';
import {
  chooseLanguage,
  createLink,
  endSession,
  findLink,
  findSession,
  startOperatorSession,
  startSessionByEmail,
  useLink,
} from './sessionStore.ts';
import { countSignInAttempt } from './signInRateLimit.ts';

const inVenue = z.object({ slug: z.string() });
const ofPerson = inVenue.extend({ id: z.uuid() });
/** Whether to reject a change that would leave the venue without an owner; the operator may make it. */
const keepOwner = z.boolean();
/** SHA-256 in base64url. Links and sessions leave the gateway only as hashes. */
const Hash = z.string().length(43);
const ofSession = z.object({ hash: Hash });
const inLanguage = ofSession.extend({ language: Locale });
/** Name of a browser and of its operating system. */
const device = z.string().max(60).optional();
/** The gateway of the previous release sends no `browser`. */
const openedLink = z.object({ link: Hash, browser: Hash.nullable().optional() });

/** The people who work at a venue. */
export const peopleRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    list: query(inVenue, (input) => listPeople(database, input.slug)),
    add: mutation(inVenue.extend({ person: NewPerson }), (input) =>
      addPerson(database, input.slug, input.person),
    ),
    patch: mutation(ofPerson.extend({ role: PersonRole, keepOwner }), (input) =>
      patchPerson(database, input, input),
    ),
    remove: mutation(ofPerson.extend({ keepOwner }), (input) => removePerson(database, input, input)),
    signOut: mutation(ofPerson, (input) => signPersonOut(database, input)),
  });

/** Sign-in links and sessions. */
export const sessionRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    makeLink: mutation(
      z.object({
        email: PersonEmail,
        hash: Hash,
        printed: z.boolean().optional(),
        browser: Hash.optional(),
        known: z.boolean().optional(),
      }),
      (input) => createLink(database, input),
    ),
    findLink: query(openedLink, (input) => findLink(database, input)),
    useLink: mutation(openedLink.extend({ session: Hash, device }), (input) => useLink(database, input)),
    startByEmail: mutation(z.object({ email: PersonEmail, session: Hash, device }), (input) =>
      startSessionByEmail(database, input),
    ),
    startOperator: mutation(inLanguage.extend({ device }), (input) => startOperatorSession(database, input)),
    find: query(ofSession, (input) => findSession(database, input.hash)),
    chooseLanguage: mutation(inLanguage, (input) => chooseLanguage(database, input)),
    listOwn: query(ofSession, (input) => listOwnSessions(database, input.hash)),
    endOwn: mutation(ofSession.extend({ id: z.uuid() }), (input) => endOwnSession(database, input)),
    endOthers: mutation(ofSession, (input) => endOtherSessions(database, input.hash)),
    end: mutation(ofSession.extend({ everywhere: z.boolean() }), (input) => endSession(database, input)),
    takeTurn: mutation(
      z.object({ key: Hash, most: z.int().min(1), minutes: z.int().min(1).max(1440) }),
      ({ most: limit, ...input }) => countSignInAttempt(database, { ...input, limit }),
    ),
  });

const ofOwnPerson = z.object({ personId: z.uuid() });

/** Passkeys of people. The gateway verifies their signatures, because it knows its own origin. */
export const passkeyRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    list: query(ofOwnPerson, (input) => listPasskeys(database, input.personId)),
    add: mutation(ofOwnPerson.extend({ name: z.string(), credential: StoredCredential }), (input) =>
      addPasskey(database, input),
    ),
    remove: mutation(ofOwnPerson.extend({ id: z.uuid() }), (input) => deletePasskey(database, input)),
    find: query(z.object({ credentialId: z.string() }), (input) =>
      findCredential(database, input.credentialId),
    ),
    use: mutation(
      z.object({ credentialId: z.string(), counter: z.int().min(0), session: Hash, device }),
      (input) => usePasskey(database, input),
    ),
  });
