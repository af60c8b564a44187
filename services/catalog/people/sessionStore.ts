import {
  FRESH_MINUTES,
  type KnownOperator,
  type KnownSession,
  LINK_MINUTES,
  type LinkPerson,
  MAX_IDLE_DAYS,
  SESSION_DAYS,
} from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { CatalogDatabase, CatalogTx } from '../database.ts';

/** Lifetime of a link that was only shown in this machine's terminal, in minutes. */
const PRINTED_LINK_MINUTES = 24 * 60;
/**
 * Maximum links mailed to a person per hour. Beyond it, each browser may have one valid link at a time. A
 * link works only in the browser that requested it, so a stranger's requests must not block the person's own.
 */
const MAX_LINKS_PER_HOUR = 5;
/** Maximum links mailed to a person per hour, over all browsers that never signed in as that person. */
const MAX_LINKS_ALL_BROWSERS = 20;
/** Maximum sessions of one person. Beyond it, the least recently used ones end. */
const MAX_SESSIONS = 50;
/** Minimum interval between updates of `last_seen_at`. */
const SEEN_EVERY_HOURS = 1;

type NewLink = {
  email: string;
  hash: string;
  printed?: boolean | undefined;
  browser?: string | undefined;
  known?: boolean | undefined;
};

/**
 * Stores the hash of a sign-in link for the person with an email address.
 * @param link.printed the link is not mailed but shown in a terminal; it works for a day and replaces earlier
 * ones
 * @param link.browser hash of a cookie: the link works in that browser only. Without it, in any browser
 * @param link.known the browser has signed in as this person before, so requests by strangers do not limit it
 * @returns the language of the mail; null if the address is unknown or a limit is reached
 */
export async function createLink(
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
        WHERE person_id = ${person.id}::uuid AND created_at > now() - interval '1 hour') < ${MAX_LINKS_PER_HOUR}
        OR (NOT EXISTS (SELECT FROM catalog.sign_in_link
            WHERE person_id = ${person.id}::uuid AND used_at IS NULL AND expires_at > now()
              AND (browser IS NULL OR ${browser ?? null}::text IS NULL OR browser = ${browser ?? null}::text))
          AND (SELECT count(*) FROM catalog.sign_in_link
            WHERE person_id = ${person.id}::uuid AND created_at > now() - interval '1 hour')
            < ${MAX_LINKS_ALL_BROWSERS})
        OR ${known} OR ${printed}`;
    return made === 1 ? { language: person.language } : null;
  });
}

/**
 * The hash of a link, and the hash of the cookie of the browser that opens it; null for a browser without
 * one. The gateway of the previous release sends no `browser`, and such a request may open any link.
 */
type OpenedLink = { link: string; browser?: string | null | undefined };

/** Returns the person that a link signs in. @throws `link_over`, `other_browser` */
export async function findLink(database: CatalogTx, { link, browser }: OpenedLink): Promise<LinkPerson> {
  const [found] = await database.$queryRaw<(LinkPerson & { browser: string | null })[]>`
    SELECT p.email, l.browser FROM catalog.sign_in_link l JOIN catalog.person p ON p.id = l.person_id
    WHERE l.hash = ${link} AND l.used_at IS NULL AND l.expires_at > now()`;
  if (!found) throw fail('link_over');
  if (browser !== undefined && found.browser !== null && found.browser !== browser)
    throw fail('other_browser');
  return { email: found.email };
}

/** Redeems a link and starts a session. @throws `link_over`, `other_browser` */
export async function useLink(
  database: CatalogDatabase,
  { session, device, ...opened }: OpenedLink & NewSession,
): Promise<KnownSession> {
  const { link } = opened;
  return database.$transaction(async (tx) => {
    await findLink(tx, opened);
    // One statement, so that only one of two concurrent calls with the same link succeeds.
    const [used] = await tx.$queryRaw<{ personId: string }[]>`
      UPDATE catalog.sign_in_link SET used_at = now()
      WHERE hash = ${link} AND used_at IS NULL AND expires_at > now() RETURNING person_id AS "personId"`;
    const found = used && (await startSession(tx, { personId: used.personId, session, device }));
    if (!found) throw fail('link_over');
    return found;
  });
}

/** The hash of a session, and the name of its browser. */
export type NewSession = { session: string; device?: string | undefined };

/**
 * Starts a session of a person; null if the person does not exist, or is no operator and belongs to no venue.
 * @param started.passkey whether the person signed in with a passkey
 */
export async function startSession(
  tx: CatalogTx,
  { personId, session: hash, device, passkey = false }: NewSession & { personId: string; passkey?: boolean },
): Promise<KnownSession | null> {
  await tx.$executeRaw`
    INSERT INTO catalog.session (hash, person_id, language, ends_at, device, passkey)
    SELECT ${hash}, p.id, p.language, now() + make_interval(days => CASE WHEN o.person_id IS NULL
      THEN ${SESSION_DAYS.person}::integer ELSE ${SESSION_DAYS.operator}::integer END),
      ${device ?? null}::text, ${passkey}
    FROM catalog.person p LEFT JOIN catalog.operator o ON o.person_id = p.id WHERE p.id = ${personId}::uuid`;
  await tx.$executeRaw`
    DELETE FROM catalog.session WHERE hash IN (SELECT hash FROM catalog.session
      WHERE person_id = ${personId}::uuid ORDER BY last_seen_at DESC OFFSET ${MAX_SESSIONS})`;
  return findSession(tx, hash);
}

/**
 * Starts a session of the person with an email address, which an identity provider has confirmed.
 * @throws `person_not_found` if nobody has it, or the person belongs to no venue
 */
export function startSessionByEmail(
  database: CatalogDatabase,
  { email, ...session }: NewSession & { email: string },
): Promise<KnownSession> {
  return database.$transaction(async (tx) => {
    const person = await tx.person.findUnique({ where: { email }, select: { id: true } });
    const found = person && (await startSession(tx, { personId: person.id, ...session }));
    if (!found) throw fail('person_not_found');
    return found;
  });
}

/** Starts a session of the operator, after the caller has verified the operator's token. */
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

type Found = Omit<KnownSession, 'operator'> & {
  stale: boolean;
  operator: (Omit<KnownOperator, 'visits'> & { visits: { slug: string; ends: number }[] }) | null;
};

/**
 * The person of a session, the venues that it reaches now, and the rights of an operator: an operator's
 * session is one whose person, and so e-mail address, is in the table of operators, however they signed in.
 * Null if the session has ended. A person's session that reaches nothing has ended too. Updates
 * `last_seen_at` at most once an hour.
 */
export async function findSession(database: CatalogTx, hash: string): Promise<KnownSession | null> {
  const [found] = await database.$queryRaw<Found[]>`
    SELECT s.person_id::text AS "personId", p.email, s.language,
      s.last_seen_at < now() - make_interval(hours => ${SEEN_EVERY_HOURS}::integer) AS stale,
      s.created_at > now() - make_interval(mins => ${FRESH_MINUTES}::integer) AS fresh,
      coalesce(json_agg(json_build_object('slug', v.slug, 'name', v.name, 'role', m.role) ORDER BY v.name, v.slug)
        FILTER (WHERE v.id IS NOT NULL), '[]') AS venues,
      CASE WHEN o.role IS NOT NULL THEN json_build_object('role', o.role, 'passkey', s.passkey, 'visits', (
        SELECT coalesce(json_agg(json_build_object('slug', visited.slug, 'ends', visit.ends)), '[]')
        FROM (SELECT venue_id, extract(epoch FROM max(ends_at)) * 1000 AS ends FROM catalog.venue_visit
          WHERE person_id = s.person_id AND ends_at > now() GROUP BY venue_id) visit
        JOIN catalog.venue visited ON visited.id = visit.venue_id)) END AS operator
    FROM catalog.session s
    LEFT JOIN catalog.person p ON p.id = s.person_id
    LEFT JOIN catalog.operator o ON o.person_id = s.person_id
    LEFT JOIN catalog.membership m
      ON m.person_id = s.person_id AND (m.sessions_from IS NULL OR m.sessions_from < s.created_at)
    LEFT JOIN catalog.venue v ON v.id = m.venue_id
    WHERE s.hash = ${hash} AND s.ends_at > now()
      AND s.last_seen_at > now() - make_interval(days => ${MAX_IDLE_DAYS}::integer)
    GROUP BY s.hash, p.email, o.role`;
  if (!found) return null;
  const { stale, operator, ...session } = found;
  if (session.personId !== null && !operator && session.venues.length === 0) return null;
  if (stale) await database.$executeRaw`UPDATE catalog.session SET last_seen_at = now() WHERE hash = ${hash}`;
  const visits = operator?.visits.map(({ slug, ends }) => ({ slug, ends_at: new Date(ends).toISOString() }));
  return { ...session, operator: operator && { ...operator, visits: visits ?? [] } };
}

/** Stores the language of a session and of its person. */
export async function chooseLanguage(
  database: CatalogDatabase,
  { hash, language }: { hash: string; language: Locale },
): Promise<void> {
  const [session] = await database.session.updateManyAndReturn({ where: { hash }, data: { language } });
  if (session?.personId)
    await database.person.updateMany({ where: { id: session.personId }, data: { language } });
}

/** Ends a session, or with `everywhere` all sessions of its person or the operator, and unused links. */
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
