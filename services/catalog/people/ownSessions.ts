import { createHash } from 'node:crypto';
import { MAX_IDLE_DAYS, type OwnSession } from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase } from '../database.ts';
import type { Session } from '../gen/prisma/client.ts';

/** Maximum length of the list, last used first. A person never has more sessions; the operator may. */
const MAX_LISTED = 50;
const DAY_MS = 86_400_000;

/** A public id for a session that does not reveal its hash: a UUID of version 8, from a hash of the hash. */
function idOf(hash: string): string {
  const hex = createHash('sha256').update(hash).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

const toOwnSession = (row: Session, hash: string): OwnSession => ({
  id: idOf(row.hash),
  device: row.device,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastSeenAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  current: row.hash === hash,
});

/** A session, then the other sessions of the same person or of the operator. */
async function rowsOf(database: CatalogDatabase, hash: string): Promise<Session[]> {
  const own = await database.session.findUnique({ where: { hash } });
  if (!own) return [];
  const others = await database.session.findMany({
    where: {
      personId: own.personId,
      hash: { not: hash },
      endsAt: { gt: new Date() },
      lastSeenAt: { gt: new Date(Date.now() - MAX_IDLE_DAYS * DAY_MS) },
    },
    orderBy: { lastSeenAt: 'desc' },
    take: MAX_LISTED - 1,
  });
  return [own, ...others];
}

/** Lists the sessions of the person who owns the given one: that one first, then by last use. */
export async function listOwnSessions(database: CatalogDatabase, hash: string): Promise<OwnSession[]> {
  const rows = await rowsOf(database, hash);
  return rows.map((row) => toOwnSession(row, hash));
}

/** Ends a session of the list and returns it. @throws `session_not_found` */
export async function endOwnSession(
  database: CatalogDatabase,
  { hash, id }: { hash: string; id: string },
): Promise<OwnSession> {
  const row = (await rowsOf(database, hash)).find((each) => idOf(each.hash) === id);
  if (!row) throw fail('session_not_found');
  await database.session.deleteMany({ where: { hash: row.hash } });
  return toOwnSession(row, hash);
}

/** Ends all other sessions of the same person, and deletes the person's unused links. */
export async function endOtherSessions(database: CatalogDatabase, hash: string): Promise<void> {
  const own = await database.session.findUnique({ where: { hash } });
  if (!own) return;
  const { personId } = own;
  await database.session.deleteMany({ where: { personId, hash: { not: hash } } });
  if (personId) await database.signInLink.deleteMany({ where: { personId, usedAt: null } });
}
