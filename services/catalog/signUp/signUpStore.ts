import type { KnownSession } from '@venue-booking/proto/auth/session';
import {
  INVITATION_DAYS,
  type Invitation,
  MAX_SIGN_UPS,
  SIGN_UP_MINUTES,
  type SignUpPerson,
} from '@venue-booking/proto/auth/signUp';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { NEW_VENUE_PLAN } from '@venue-booking/proto/venue/plan';
import type { NewVenue } from '@venue-booking/proto/venue/venue';
import type { Changed, Deps } from '../change.ts';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { SignUpLink } from '../gen/prisma/client.ts';
import { type NewSession, startSession } from '../people/sessionStore.ts';
import { insertVenue } from '../venueStore.ts';

/** Maximum links mailed to one address per hour and per day, whoever requests them. */
const MAX_LINKS = { hour: 3, day: 8 };

/** Stores the hash of a requested link. Returns whether to mail it: an address gets only some an hour. */
export async function createSignUpLink(
  database: CatalogDatabase,
  { email, language, hash }: { email: string; language: Locale; hash: string },
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const made = await tx.$executeRaw`
      INSERT INTO catalog.sign_up_link (hash, email, language, invited, expires_at)
      SELECT ${hash}, ${email}, ${language}, false, now() + make_interval(mins => ${SIGN_UP_MINUTES}::integer)
      FROM (SELECT count(*) AS day, count(*) FILTER (WHERE created_at > now() - interval '1 hour') AS hour
        FROM catalog.sign_up_link
        WHERE email = ${email} AND NOT invited AND created_at > now() - interval '1 day') AS mailed
      WHERE hour < ${MAX_LINKS.hour} AND day < ${MAX_LINKS.day}`;
    return made === 1;
  });
}

/** Concurrent requests for one address count each other. */
const lockAddress = (tx: CatalogTx, email: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('sign-up ' || ${email}, 0))::text`;

const toInvitation = ({ id, email, createdAt, expiresAt }: SignUpLink): Invitation => ({
  id,
  email,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

/** Stores the hash of an invitation's link, which replaces earlier ones of the address. */
export async function createInvitation(
  database: CatalogDatabase,
  { email, language, hash }: { email: string; language: Locale; hash: string },
): Promise<Invitation> {
  return database.$transaction(async (tx) => {
    await lockAddress(tx, email);
    await tx.signUpLink.deleteMany({ where: { email, invited: true, usedAt: null } });
    const expiresAt = new Date(Date.now() + INVITATION_DAYS * 86_400_000);
    return toInvitation(
      await tx.signUpLink.create({ data: { hash, email, language, invited: true, expiresAt } }),
    );
  });
}

const openInvitations = () => ({ invited: true, usedAt: null, expiresAt: { gt: new Date() } });

/** Invitations that can still be used, newest first. */
export async function listInvitations(database: CatalogDatabase): Promise<Invitation[]> {
  const rows = await database.signUpLink.findMany({
    where: openInvitations(),
    orderBy: { createdAt: 'desc' },
    take: 500,
  });
  return rows.map(toInvitation);
}

/** @throws `invitation_not_found` */
export async function removeInvitation(database: CatalogDatabase, id: string): Promise<Invitation> {
  const row = await database.signUpLink.findFirst({ where: { id, ...openInvitations() } });
  if (!row || (await database.signUpLink.deleteMany({ where: { id, usedAt: null } })).count === 0)
    throw fail('invitation_not_found');
  return toInvitation(row);
}

/** The person that a link belongs to. @throws `link_over` */
export async function findSignUpLink(database: CatalogDatabase, hash: string): Promise<SignUpPerson> {
  const [found] = await database.$queryRaw<SignUpPerson[]>`
    SELECT email, language, invited FROM catalog.sign_up_link
    WHERE hash = ${hash} AND used_at IS NULL AND expires_at > now()`;
  if (!found) throw fail('link_over');
  return found;
}

/** Those of the slugs that venues have. */
export async function takenSlugs(database: CatalogDatabase, slugs: readonly string[]): Promise<string[]> {
  const rows = await database.venue.findMany({ where: { slug: { in: [...slugs] } }, select: { slug: true } });
  return rows.map(({ slug }) => slug);
}

/** Whether the person had an account before, and the session; null: the person must sign in. */
type SignedUpVenue = { slug: string; name: string; session: KnownSession | null };

type SigningUp = NewSession & {
  link: string;
  venue: NewVenue;
  /** A keyed hash of the address, which outlives the person. */
  signedUpBy: string;
};

/**
 * Uses a link: makes the venue, its owner and, for a new person, a session, all in one transaction. A failure
 * leaves the link usable. The link does not sign in a person who has an account: unlike a sign-in link, it
 * works for days and in every browser.
 * @throws `link_over`, `slug_taken`, `too_many_venues`
 */
export async function signUp(
  { database, wakeRelay }: Deps,
  { link, venue: input, signedUpBy, ...session }: SigningUp,
): Promise<Changed<SignedUpVenue>> {
  const outcome = await database.$transaction(async (tx) => {
    const [used] = await tx.$queryRaw<{ email: string; language: Locale }[]>`
      UPDATE catalog.sign_up_link SET used_at = now()
      WHERE hash = ${link} AND used_at IS NULL AND expires_at > now() RETURNING email, language`;
    if (!used) throw fail('link_over');
    await lockAddress(tx, used.email);
    if ((await tx.venue.count({ where: { signedUpBy } })) >= MAX_SIGN_UPS)
      throw fail('too_many_venues', { limit: MAX_SIGN_UPS });
    const { venueId, result, eventIds } = await insertVenue(
      tx,
      { ...input, plan: NEW_VENUE_PLAN },
      signedUpBy,
    );
    const [person] = await tx.$queryRaw<{ id: string; isNew: boolean }[]>`
      INSERT INTO catalog.person AS p (email, language) VALUES (${used.email}, ${used.language})
      ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id, xmax = 0 AS "isNew"`;
    if (!person) throw fail('internal');
    await tx.membership.create({ data: { venueId, personId: person.id, role: 'owner' } });
    const started = person.isNew ? await startSession(tx, { personId: person.id, ...session }) : null;
    return { venueId, eventIds, result: { slug: result.slug, name: result.name, session: started } };
  });
  wakeRelay();
  return outcome;
}
