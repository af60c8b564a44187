import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { PersonEmail } from '@venue-booking/proto/auth/person';
import { Locale } from '@venue-booking/proto/primitives';
import { NewVenue, Slug } from '@venue-booking/proto/venue/venue';
import { z } from 'zod';
import type { Deps } from '../change.ts';
import {
  createInvitation,
  createSignUpLink,
  findSignUpLink,
  listInvitations,
  removeInvitation,
  signUp,
  takenSlugs,
} from './signUpStore.ts';

const hash = z.string().length(43);
const newLink = z.object({ email: PersonEmail, language: Locale, hash });

/** Links with which people sign up venues. Links leave the gateway only as hashes. */
export const signUpRouter = (deps: Deps) => {
  const { database } = deps;
  return t.router({
    makeLink: mutation(newLink, (input) => createSignUpLink(database, input)),
    findLink: query(z.object({ hash }), (input) => findSignUpLink(database, input.hash)),
    takenSlugs: query(z.object({ slugs: z.array(Slug).max(20) }), ({ slugs }) => takenSlugs(database, slugs)),
    create: mutation(
      z.object({
        link: hash,
        venue: NewVenue,
        signedUpBy: z.string(),
        session: hash,
        device: z.string().max(60).optional(),
      }),
      (input) => signUp(deps, input),
    ),
    invite: mutation(newLink, (input) => createInvitation(database, input)),
    invitations: t.procedure.query(() => listInvitations(database)),
    removeInvitation: mutation(z.object({ id: z.uuid() }), ({ id }) => removeInvitation(database, id)),
  });
};
