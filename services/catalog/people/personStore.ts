import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { fail } from '@venue-booking/proto/failures';
import type { NewPerson, Person, PersonRole } from '@venue-booking/proto/person';
import type { Locale } from '@venue-booking/proto/primitives';
import { requireVenue } from '../change.ts';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { Membership, Person as PersonRow } from '../gen/prisma/client.ts';

/** People of one venue, and venues of one person, at most: guards against runaway scripts. */
const MAX_PEOPLE = 200;
const MAX_VENUES = 500;

type Of = { slug: string; id: string };
type Row = Membership & { person: PersonRow };

const toPerson = ({ person, role, createdAt }: Row): Person => ({
  id: person.id,
  email: person.email,
  role: role as PersonRole,
  created_at: createdAt.toISOString(),
});

/** The people of a venue, by address. @throws `venue_not_found` */
export async function listPeople(database: CatalogDatabase, slug: string): Promise<Person[]> {
  const venue = await requireVenue(database, slug);
  const rows = await database.membership.findMany({
    where: { venueId: venue.id },
    include: { person: true },
    orderBy: { person: { email: 'asc' } },
  });
  return rows.map(toPerson);
}

/** Somebody who belongs to a venue now, and what the mail that tells them needs. */
export type Added = { person: Person; language: Locale; venueName: string };

/** Adds somebody, unless they belong to the venue. @throws `venue_not_found`, `validation` for too many */
export function addPerson(
  database: CatalogDatabase,
  slug: string,
  { email, role, language }: NewPerson,
): Promise<Added> {
  const add = async (tx: CatalogTx): Promise<Added> => {
    const venue = await requireVenue(tx, slug);
    const wished = language ?? (venue.locale as Locale);
    // Locks the person, so that nobody takes them away meanwhile as belonging nowhere.
    const [{ id: personId, language: chosen }] = await tx.$queryRaw<[{ id: string; language: Locale }]>`
      INSERT INTO catalog.person (email, language) VALUES (${email}, ${wished})
      ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id, language`;
    const key = { venueId_personId: { venueId: venue.id, personId } };
    const known = await tx.membership.findUnique({ where: key, include: { person: true } });
    const told = { language: chosen, venueName: venue.name };
    if (known) return { person: toPerson(known), ...told };
    if ((await tx.membership.count({ where: { venueId: venue.id } })) >= MAX_PEOPLE)
      throw fail('validation', { detail: `A venue has at most ${MAX_PEOPLE} people` });
    if ((await tx.membership.count({ where: { personId } })) >= MAX_VENUES)
      throw fail('validation', { detail: `A person belongs to at most ${MAX_VENUES} venues` });
    const row = await tx.membership.create({
      data: { venueId: venue.id, personId, role },
      include: { person: true },
    });
    return { person: toPerson(row), ...told };
  };
  return retryConflicts(() => database.$transaction(add));
}

/** Changes what a person may do. @throws `venue_not_found`, `person_not_found`, `last_owner` */
export function patchPerson(
  database: CatalogDatabase,
  of: Of,
  { role, keepOwner }: { role: PersonRole; keepOwner: boolean },
): Promise<Person> {
  return inVenue(database, of, async (tx, row) => {
    if (keepOwner && role !== 'owner') await requireOtherOwner(tx, row);
    const { venueId, personId } = row;
    await tx.membership.update({ where: { venueId_personId: { venueId, personId } }, data: { role } });
    return toPerson({ ...row, role });
  });
}

/**
 * Removes a person from a venue; who belongs nowhere then is forgotten, with their links and sessions.
 * @throws `venue_not_found`, `person_not_found`, `last_owner`
 */
export function removePerson(
  database: CatalogDatabase,
  of: Of,
  { keepOwner }: { keepOwner: boolean },
): Promise<Person> {
  return inVenue(database, of, async (tx, row) => {
    if (keepOwner) await requireOtherOwner(tx, row);
    const { venueId, personId } = row;
    await tx.membership.delete({ where: { venueId_personId: { venueId, personId } } });
    await tx.person.deleteMany({ where: { id: personId, memberships: { none: {} } } });
    return toPerson(row);
  });
}

/** Ends what a person's sessions reach of a venue. @throws `venue_not_found`, `person_not_found` */
export function signPersonOut(database: CatalogDatabase, of: Of): Promise<Person> {
  return inVenue(database, of, async (tx, row) => {
    const { venueId, personId } = row;
    await tx.$executeRaw`UPDATE catalog.membership SET sessions_from = now()
      WHERE venue_id = ${venueId} AND person_id = ${personId}::uuid`;
    return toPerson(row);
  });
}

/** Works on somebody of a venue, while nobody else changes who belongs to it, or where they belong. */
async function inVenue<T>(
  database: CatalogDatabase,
  { slug, id }: Of,
  work: (tx: CatalogTx, row: Row) => Promise<T>,
): Promise<T> {
  const venue = await requireVenue(database, slug);
  const locked = async (tx: CatalogTx) => {
    // In one order: all of the venue's, then the person.
    await tx.$queryRaw`SELECT FROM catalog.membership WHERE venue_id = ${venue.id} ORDER BY person_id FOR UPDATE`;
    await tx.$queryRaw`SELECT FROM catalog.person WHERE id = ${id}::uuid FOR UPDATE`;
    const row = await tx.membership.findUnique({
      where: { venueId_personId: { venueId: venue.id, personId: id } },
      include: { person: true },
    });
    if (!row) throw fail('person_not_found');
    return work(tx, row);
  };
  return retryConflicts(() => database.$transaction(locked));
}

async function requireOtherOwner(tx: CatalogTx, { venueId, personId, role }: Membership): Promise<void> {
  if (role !== 'owner') return;
  const others = { venueId, role, personId: { not: personId } };
  if ((await tx.membership.count({ where: others })) === 0) throw fail('last_owner');
}
