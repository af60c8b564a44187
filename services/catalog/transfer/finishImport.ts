import { fail } from '@venue-booking/proto/failures';
import { imageIdOf } from '@venue-booking/proto/venue/brand';
import { changedBrand } from '../brand.ts';
import { type Changed, changeVenue, type Deps } from '../change.ts';
import type { CatalogTx } from '../database.ts';
import { Prisma, type Venue } from '../gen/prisma/client.ts';
import { facilityChanged, venueChanged } from '../venueEvents.ts';
import { findImport, type Later } from './importVenue.ts';

/**
 * Ends an import once all parts are there: the brand, whose images exist by now, the people, and the
 * facilities that are not active. A repeated call changes nothing.
 * @throws `import_not_found`, `import_incomplete`
 */
export async function finishImport(
  deps: Deps,
  { id, parts }: { id: string; parts: number },
): Promise<Changed<null>> {
  const found = await findImport(deps.database, id);
  if (!found) throw fail('import_not_found');
  const { row, venue } = found;
  if (row.finishedAt !== null) return { venueId: venue.id, result: null, eventIds: [] };
  if (row.nextPart < parts) throw fail('import_incomplete', { part: row.nextPart });
  return changeVenue(deps, venue.slug, async (tx, locked) => {
    const { brand, people, inactive } = row.later as unknown as Later;
    const { venueId } = row;
    if (brand) {
      const data = { brand: await changedBrand(tx, locked, await withOwnImages(tx, venueId, brand)) };
      await tx.venue.update({ where: { id: venueId }, data });
    }
    for (const person of people) await addMember(tx, venueId, person);
    const paused = await tx.facility.updateManyAndReturn({
      where: { venueId, id: { in: inactive } },
      data: { active: false },
    });
    await tx.venueImport.update({
      where: { id },
      data: { finishedAt: new Date(), later: Prisma.JsonNull },
    });
    const after: Venue = await tx.venue.findUniqueOrThrow({ where: { id: venueId } });
    const events = paused.map((facility) => facilityChanged(facility, after));
    return { result: null, events: [venueChanged(after), ...events] };
  });
}

/** The brand without images that were left out. */
async function withOwnImages(tx: CatalogTx, venueId: number, brand: NonNullable<Later['brand']>) {
  const own = { ...brand };
  for (const name of ['logo', 'picture'] as const) {
    const id = own[name] ? imageIdOf(own[name]) : undefined;
    if (!id || (await tx.image.count({ where: { venueId, id } })) === 0) own[name] = null;
  }
  return own;
}

/** Adds a person without a mail: the operator tells them when the venue has moved. */
async function addMember(
  tx: CatalogTx,
  venueId: number,
  { email, role, language }: Later['people'][number],
): Promise<void> {
  await tx.$executeRaw`
    WITH person AS (
      INSERT INTO catalog.person (email, language) VALUES (${email}, ${language})
      ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id
    )
    INSERT INTO catalog.membership (venue_id, person_id, role) SELECT ${venueId}, id, ${role} FROM person
    ON CONFLICT DO NOTHING`;
}
