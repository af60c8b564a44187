import { t } from '@venue-booking/kit/messaging/rpc';
import { StoredCredential } from '@venue-booking/proto/passkey';
import { NewPerson, PersonEmail, PersonRole } from '@venue-booking/proto/person';
import { Locale } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { CatalogDatabase } from '../database.ts';
import { addPasskey, findCredential, listPasskeys, removePasskey, usePasskey } from './passkeyStore.ts';
import { addPerson, listPeople, patchPerson, removePerson, signPersonOut } from './personStore.ts';
import {
  chooseLanguage,
  endSession,
  findLink,
  findSession,
  makeLink,
  startOperatorSession,
  useLink,
} from './sessionStore.ts';
import { takeTurn } from './signInTurns.ts';

const inVenue = z.object({ slug: z.string() });
const ofPerson = inVenue.extend({ id: z.uuid() });
/** Whether a change is refused that would leave the venue without an owner: the operator may do it. */
const keepOwner = z.boolean();
/** SHA-256, in base64url: what a link or a session is never leaves the gateway otherwise. */
const Hash = z.string().length(43);
const ofSession = z.object({ hash: Hash });
const inLanguage = ofSession.extend({ language: Locale });

/** Who works at a venue. */
export const peopleRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    list: t.procedure.input(inVenue).query(({ input }) => listPeople(database, input.slug)),
    add: t.procedure
      .input(inVenue.extend({ person: NewPerson }))
      .mutation(({ input }) => addPerson(database, input.slug, input.person)),
    patch: t.procedure
      .input(ofPerson.extend({ role: PersonRole, keepOwner }))
      .mutation(({ input }) => patchPerson(database, input, input)),
    remove: t.procedure
      .input(ofPerson.extend({ keepOwner }))
      .mutation(({ input }) => removePerson(database, input, input)),
    signOut: t.procedure.input(ofPerson).mutation(({ input }) => signPersonOut(database, input)),
  });

/** Who is signed in. */
export const sessionRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    makeLink: t.procedure
      .input(z.object({ email: PersonEmail, hash: Hash, printed: z.boolean().optional() }))
      .mutation(({ input }) => makeLink(database, input)),
    findLink: t.procedure
      .input(z.object({ link: Hash }))
      .query(({ input }) => findLink(database, input.link)),
    useLink: t.procedure
      .input(z.object({ link: Hash, session: Hash }))
      .mutation(({ input }) => useLink(database, input)),
    startOperator: t.procedure
      .input(inLanguage)
      .mutation(({ input }) => startOperatorSession(database, input)),
    find: t.procedure.input(ofSession).query(({ input }) => findSession(database, input.hash)),
    chooseLanguage: t.procedure.input(inLanguage).mutation(({ input }) => chooseLanguage(database, input)),
    end: t.procedure
      .input(ofSession.extend({ everywhere: z.boolean() }))
      .mutation(({ input }) => endSession(database, input)),
    takeTurn: t.procedure
      .input(z.object({ key: Hash, most: z.int().min(1), minutes: z.int().min(1).max(1440) }))
      .mutation(({ input }) => takeTurn(database, input)),
  });

const ofOwnPerson = z.object({ personId: z.uuid() });

/** The passkeys of people. What they sign is checked by the gateway, which knows where it is reached. */
export const passkeyRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    list: t.procedure.input(ofOwnPerson).query(({ input }) => listPasskeys(database, input.personId)),
    add: t.procedure
      .input(ofOwnPerson.extend({ name: z.string(), credential: StoredCredential }))
      .mutation(({ input }) => addPasskey(database, input)),
    remove: t.procedure
      .input(ofOwnPerson.extend({ id: z.uuid() }))
      .mutation(({ input }) => removePasskey(database, input)),
    find: t.procedure
      .input(z.object({ credentialId: z.string() }))
      .query(({ input }) => findCredential(database, input.credentialId)),
    use: t.procedure
      .input(z.object({ credentialId: z.string(), counter: z.int().min(0), session: Hash }))
      .mutation(({ input }) => usePasskey(database, input)),
  });
