import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { NewPerson, Person, PersonRole } from '@venue-booking/proto/auth/person';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { requireVenue } from '../change.ts';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { Membership, Person as PersonRow } from '../gen/prisma/client.ts';
import { requireWithinPlan } from '../plans/requirePlan.ts';

/** Maximum people of a venue and venues of a person: guards against runaway scripts. */
const MAX_PEOPLE = 200;
const MAX_VENUES = 500;

type PersonRef = { slug: string; id: string };
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

/** A person of a venue, and what the mail to that person needs. */
export type AddedPerson = { person: Person; language: Locale; venueName: string };

/** Adds a person to a venue, unless added before. @throws `venue_not_found`, `validation` for too many */
export function addPerson(
  database: CatalogDatabase,
  slug: string,
  { email, role, language }: NewPerson,
): Promise<AddedPerson> {
  const add = async (tx: CatalogTx): Promise<AddedPerson> => {
    const venue = await requireVenue(tx, slug);
    // Locks the venue, so that concurrent additions count each other.
    await tx.$queryRaw`SELECT FROM catalog.venue WHERE id = ${venue.id} FOR NO KEY UPDATE`;
    const preferred = language ?? (venue.locale as Locale);
    // Locks the person, so that {@link removePerson} does not delete the person meanwhile.
    const [{ id: personId, language: chosen }] = await tx.$queryRaw<[{ id: string; language: Locale }]>`
      INSERT INTO catalog.person (email, language) VALUES (${email}, ${preferred})
      ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id, language`;
    const key = { venueId_personId: { venueId: venue.id, personId } };
    const existing = await tx.membership.findUnique({ where: key, include: { person: true } });
    const mailData = { language: chosen, venueName: venue.name };
    if (existing) return { person: toPerson(existing), ...mailData };
    const count = await tx.membership.count({ where: { venueId: venue.id } });
    requireWithinPlan(venue, 'people', { before: count, after: count + 1 });
    if (count >= MAX_PEOPLE) throw fail('validation', { detail: `A venue has at most ${MAX_PEOPLE} people` });
    if ((await tx.membership.count({ where: { personId } })) >= MAX_VENUES)
      throw fail('validation', { detail: `A person belongs to at most ${MAX_VENUES} venues` });
    const row = await tx.membership.create({
      data: { venueId: venue.id, personId, role },
      include: { person: true },
    });
    return { person: toPerson(row), ...mailData };
  };
  return retryConflicts(() => database.$transaction(add));
}

/** Changes a person's role. @throws `venue_not_found`, `person_not_found`, `last_owner` */
export function patchPerson(
  database: CatalogDatabase,
  of: PersonRef,
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
 * Removes a person from a venue. A person without any venue is deleted, together with links and sessions.
 * @throws `venue_not_found`, `person_not_found`, `last_owner`
 */
export function removePerson(
  database: CatalogDatabase,
  of: PersonRef,
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

/** Ends the access of a person's sessions to a venue. @throws `venue_not_found`, `person_not_found` */
export function signPersonOut(database: CatalogDatabase, of: PersonRef): Promise<Person> {
  return inVenue(database, of, async (tx, row) => {
    const { venueId, personId } = row;
    await tx.$executeRaw`UPDATE catalog.membership SET sessions_from = now()
      WHERE venue_id = ${venueId} AND person_id = ${personId}::uuid`;
    return toPerson(row);
  });
}

/** Runs `work` while the venue's memberships and the person are locked. @throws `person_not_found` */
async function inVenue<T>(
  database: CatalogDatabase,
  { slug, id }: PersonRef,
  work: (tx: CatalogTx, row: Row) => Promise<T>,
): Promise<T> {
  const venue = await requireVenue(database, slug);
  const locked = async (tx: CatalogTx) => {
    // One lock order: all memberships of the venue, then the person.
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
