import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import {
  FRESH_MINUTES,
  type KnownSession,
  LINK_MINUTES,
  type LinkPerson,
  SESSION_DAYS,
  SILENCE_DAYS,
} from '@venue-booking/proto/session';
import type { CatalogDatabase, CatalogTx } from '../database.ts';

/** How long a link works that only the terminal of this machine has shown. */
const PRINTED_LINK_MINUTES = 24 * 60;
/**
 * Links that one person is mailed within an hour. Of more, one at a time for each browser: a link works in
 * the browser that asked, so whoever asks in their name, again and again, must not use theirs up.
 */
const LINKS_AN_HOUR = 5;
/** Links that one person is mailed within an hour, by however many browsers that never signed in as them. */
const LINKS_OF_ALL_BROWSERS = 20;
/** Sessions of one person: the ones used longest ago end. */
const MAX_SESSIONS = 50;
/** How often it is noted that a session is in use. */
const SEEN_EVERY_HOURS = 1;

type NewLink = {
  email: string;
  hash: string;
  printed?: boolean | undefined;
  browser?: string | undefined;
  known?: boolean | undefined;
};

/**
 * Keeps a link that signs in, by its hash, for whoever has the address.
 * @param link.printed it is not mailed but shown in a terminal: it works for a day, in place of those before
 * @param link.browser hash of a cookie: the link works in that browser only. Without it, in any browser
 * @param link.known the browser has signed in as them before: strangers who ask in their name take nothing
 * from its links
 * @returns in which language to write to them; null when there is nobody to write to, or enough was written
 */
export async function makeLink(
  database: CatalogDatabase,
  { email, hash, printed = false, browser, known = false }: NewLink,
): Promise<{ language: Locale } | null> {
  return database.raw.$transaction(async (tx) => {
    const [person] = await tx.$queryRaw<{ id: string; language: Locale }[]>`
      SELECT id, language FROM catalog.person WHERE email = ${email} FOR UPDATE`;
    if (!person) return null;
    const minutes = printed ? PRINTED_LINK_MINUTES : LINK_MINUTES;
    if (printed)
      await tx.$executeRaw`
        DELETE FROM catalog.sign_in_link WHERE person_id = ${person.id}::uuid AND used_at IS NULL`;
    const made = await tx.$executeRaw`
      INSERT INTO catalog.sign_in_link (hash, person_id, expires_at, browser)
      SELECT ${hash}, ${person.id}::uuid, now() + make_interval(mins => ${minutes}::integer),
        ${browser ?? null}::text
      WHERE (SELECT count(*) FROM catalog.sign_in_link
        WHERE person_id = ${person.id}::uuid AND created_at > now() - interval '1 hour') < ${LINKS_AN_HOUR}
        OR (NOT EXISTS (SELECT FROM catalog.sign_in_link
            WHERE person_id = ${person.id}::uuid AND used_at IS NULL AND expires_at > now()
              AND (browser IS NULL OR ${browser ?? null}::text IS NULL OR browser = ${browser ?? null}::text))
          AND (SELECT count(*) FROM catalog.sign_in_link
            WHERE person_id = ${person.id}::uuid AND created_at > now() - interval '1 hour')
            < ${LINKS_OF_ALL_BROWSERS})
        OR ${known} OR ${printed}`;
    return made === 1 ? { language: person.language } : null;
  });
}

/**
 * A link, by its hash, and the hash of the cookie of the browser that opens it: null for a browser without
 * one. The gateway of the release before sends no `browser`; such a request may open any link.
 */
type OpenedLink = { link: string; browser?: string | null | undefined };

/** Whom a link would sign in. @throws `link_over`, `other_browser` */
export async function findLink(database: CatalogTx, { link, browser }: OpenedLink): Promise<LinkPerson> {
  const [found] = await database.$queryRaw<(LinkPerson & { browser: string | null })[]>`
    SELECT p.email, l.browser FROM catalog.sign_in_link l JOIN catalog.person p ON p.id = l.person_id
    WHERE l.hash = ${link} AND l.used_at IS NULL AND l.expires_at > now()`;
  if (!found) throw fail('link_over');
  if (browser !== undefined && found.browser !== null && found.browser !== browser)
    throw fail('other_browser');
  return { email: found.email };
}

/** Uses a link up for a session, by its hash. @throws `link_over`, `other_browser` */
export async function useLink(
  database: CatalogDatabase,
  { session, device, ...opened }: OpenedLink & NewSession,
): Promise<KnownSession> {
  const { link } = opened;
  return database.$transaction(async (tx) => {
    await findLink(tx, opened);
    // One statement: of two that bring the same link, one finds it unused.
    const [used] = await tx.$queryRaw<{ personId: string }[]>`
      UPDATE catalog.sign_in_link SET used_at = now()
      WHERE hash = ${link} AND used_at IS NULL AND expires_at > now() RETURNING person_id AS "personId"`;
    const found = used && (await startSession(tx, { personId: used.personId, session, device }));
    if (!found) throw fail('link_over');
    return found;
  });
}

/** A session by its hash, and the family of its browser. */
export type NewSession = { session: string; device?: string | undefined };

/** Begins a session of a person; null when there is no such person, or they belong to no venue. */
export async function startSession(
  tx: CatalogTx,
  { personId, session: hash, device }: NewSession & { personId: string },
): Promise<KnownSession | null> {
  await tx.$executeRaw`
    INSERT INTO catalog.session (hash, person_id, language, ends_at, device)
    SELECT ${hash}, id, language, now() + make_interval(days => ${SESSION_DAYS.person}::integer),
      ${device ?? null}::text
    FROM catalog.person WHERE id = ${personId}::uuid`;
  await tx.$executeRaw`
    DELETE FROM catalog.session WHERE hash IN (SELECT hash FROM catalog.session
      WHERE person_id = ${personId}::uuid ORDER BY last_seen_at DESC OFFSET ${MAX_SESSIONS})`;
  return findSession(tx, hash);
}

/** Begins a session of the operator, whose token has been seen. */
export async function startOperatorSession(
  database: CatalogDatabase,
  { hash, language, device }: { hash: string; language: Locale; device?: string | undefined },
): Promise<KnownSession> {
  await database.$executeRaw`
    INSERT INTO catalog.session (hash, language, ends_at, device)
    VALUES (${hash}, ${language}, now() + make_interval(days => ${SESSION_DAYS.operator}::integer),
      ${device ?? null}::text)`;
  return { personId: null, email: null, language, venues: [] };
}

type Found = KnownSession & { stale: boolean };

/**
 * Whose session it is, and what it reaches now; null for one that is over. A person's session that reaches no
 * venue any more is over. Notes seldom that it is in use.
 */
export async function findSession(database: CatalogTx, hash: string): Promise<KnownSession | null> {
  const [found] = await database.$queryRaw<Found[]>`
    SELECT s.person_id::text AS "personId", p.email, s.language,
      s.last_seen_at < now() - make_interval(hours => ${SEEN_EVERY_HOURS}::integer) AS stale,
      s.created_at > now() - make_interval(mins => ${FRESH_MINUTES}::integer) AS fresh,
      coalesce(json_agg(json_build_object('slug', v.slug, 'name', v.name, 'role', m.role) ORDER BY v.name, v.slug)
        FILTER (WHERE v.id IS NOT NULL), '[]') AS venues
    FROM catalog.session s
    LEFT JOIN catalog.person p ON p.id = s.person_id
    LEFT JOIN catalog.membership m
      ON m.person_id = s.person_id AND (m.sessions_from IS NULL OR m.sessions_from < s.created_at)
    LEFT JOIN catalog.venue v ON v.id = m.venue_id
    WHERE s.hash = ${hash} AND s.ends_at > now()
      AND s.last_seen_at > now() - make_interval(days => ${SILENCE_DAYS}::integer)
    GROUP BY s.hash, p.email`;
  if (!found) return null;
  const { stale, ...session } = found;
  if (session.personId !== null && session.venues.length === 0) return null;
  if (stale) await database.$executeRaw`UPDATE catalog.session SET last_seen_at = now() WHERE hash = ${hash}`;
  return session;
}

/** Keeps a language: of the person, and of this session. */
export async function chooseLanguage(
  database: CatalogDatabase,
  { hash, language }: { hash: string; language: Locale },
): Promise<void> {
  const [session] = await database.session.updateManyAndReturn({ where: { hash }, data: { language } });
  if (session?.personId)
    await database.person.updateMany({ where: { id: session.personId }, data: { language } });
}

/** Ends a session; with `everywhere` all of that person, or of the operator, and their unused links. */
export async function endSession(
  database: CatalogDatabase,
  { hash, everywhere }: { hash: string; everywhere: boolean },
): Promise<void> {
  const session = await database.session.findUnique({ where: { hash } });
  if (!session) return;
  const { personId } = session;
  await database.session.deleteMany({ where: everywhere ? { personId } : { hash } });
  if (everywhere && personId) await database.signInLink.deleteMany({ where: { personId, usedAt: null } });
}
