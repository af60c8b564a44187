import { withoutUndefined } from '@venue-booking/proto/primitives';
import type { ArchiveSettings } from '@venue-booking/proto/transfer/settingsLines';
import { requireVenue } from '../change.ts';
import type { CatalogDatabase } from '../database.ts';
import { dateOf, valuesOfRow } from '../dayHours.ts';
import { toAdminFacility } from '../facilityStore.ts';
import { toField } from '../fieldStore.ts';
import { listImages } from '../images/imageStore.ts';
import { getVenue } from '../venueReads.ts';

/** The settings of a venue for its archive, with its id here. @throws `venue_not_found` */
export async function exportVenue(
  database: CatalogDatabase,
  slug: string,
): Promise<{ venueId: number; settings: ArchiveSettings; images: string[]; domains: string[] }> {
  const { id: venueId } = await requireVenue(database, slug);
  const { domains, primary_domain: _, plan: __, trusted: ___, ...venue } = await getVenue(database, slug);
  const where = { venueId };
  const [rooms, facilities, fields, own, whole, people, images] = await Promise.all([
    database.room.findMany({ where, orderBy: { id: 'asc' } }),
    database.facility.findMany({ where, orderBy: { id: 'asc' } }),
    database.bookingField.findMany({ where, orderBy: { position: 'asc' } }),
    database.openingException.findMany({ where, orderBy: [{ facilityId: 'asc' }, { date: 'asc' }] }),
    database.venueException.findMany({ where, orderBy: { date: 'asc' } }),
    database.membership.findMany({ where, include: { person: true }, orderBy: { person: { email: 'asc' } } }),
    listImages(database, slug),
  ]);
  const day = (row: (typeof whole)[number], facilityId: number | null) => {
    const { opensAt: opens_at, closesAt: closes_at, ...values } = valuesOfRow(row);
    return { facility_id: facilityId, date: dateOf(row), opens_at, closes_at, ...values };
  };
  const settings = {
    venue: withoutUndefined(venue),
    rooms: rooms.map(({ id, name }) => ({ id, name })),
    facilities: facilities.map((row) => withoutUndefined(toAdminFacility(row))),
    fields: fields.map(toField),
    days: [
      ...whole.map((row) => day(row, null)),
      ...own.map(({ facilityId, ...row }) => day(row, facilityId)),
    ],
    people: people.map(({ person: { email, language }, role }) => ({ email, role, language })),
  };
  return { venueId, settings: settings as ArchiveSettings, images: images.map(({ id }) => id), domains };
}
