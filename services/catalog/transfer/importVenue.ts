import { appendEvents } from '@venue-booking/kit/events/outbox';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import { isSettingsKind, type LeftOut, type Manifest } from '@venue-booking/proto/transfer/archive';
import type { ArchiveSettings } from '@venue-booking/proto/transfer/settingsLines';
import type { Deps } from '../change.ts';
import type { CatalogTx } from '../database.ts';
import { checkDayHours, hoursOf } from '../dayHours.ts';
import { insertFacilities } from '../facilityStore.ts';
import { writeFields } from '../fieldStore.ts';
import type { Prisma, Venue, VenueImport } from '../gen/prisma/client.ts';
import { WHOLE_VENUE, writeDays } from '../specialDays.ts';
import { facilityChanged } from '../venueEvents.ts';
import { insertVenue } from '../venueStore.ts';

/** Ids of the archive, as keys, with the ids here. */
type Ids = Record<string, number>;
export type ImportIds = { rooms: Ids; facilities: Ids };

/** What the end of an import applies. */
export type Later = Pick<ArchiveSettings, 'people'> & {
  brand?: ArchiveSettings['venue']['brand'];
  /** Facilities that are active during the import, so that they take places. */
  inactive: number[];
};

/** An import and its venue. */
export type Import = { row: VenueImport; venue: Pick<Venue, 'id' | 'slug'> };

/** The events that each service applies. */
type EventIds = { availability: string[]; booking: string[] };
const NO_EVENTS: EventIds = { availability: [], booking: [] };

/** Rolls a check back. */
class OnlyChecked extends Error {}

/**
 * Creates the venue of an archive with its settings, in one transaction. A repeated or concurrent call finds
 * it.
 * @param input.dryRun checks everything and writes nothing
 * @throws `slug_taken` for a venue that this archive did not create, `imported_before` as another slug,
 * `venue_deleted`, and the failures of invalid settings
 */
export async function beginImport(
  { database, wakeRelay }: Deps,
  input: {
    id: string;
    slug: string;
    manifest: Manifest;
    settings: ArchiveSettings;
    dryRun: boolean;
  },
): Promise<{ import: Import | null; eventIds: EventIds }> {
  const work = async (tx: CatalogTx) => {
    // A concurrent start of the same archive waits here, and finds the venue.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('import ' || ${input.id}, 0))`;
    const existing = await findImport(tx, input.id);
    if (existing) {
      if (existing.venue.slug !== input.slug) throw fail('imported_before', { slug: existing.venue.slug });
      return { import: existing, eventIds: NO_EVENTS };
    }
    const eventIds = await writeSettings(tx, input);
    if (input.dryRun) throw new OnlyChecked();
    return { import: await findImport(tx, input.id), eventIds };
  };
  try {
    const begun = await database.$transaction(work);
    wakeRelay();
    return begun;
  } catch (error) {
    if (error instanceof OnlyChecked) return { import: null, eventIds: NO_EVENTS };
    throw error;
  }
}

async function writeSettings(
  tx: CatalogTx,
  { id, slug, manifest, settings }: Parameters<typeof beginImport>[1],
): Promise<EventIds> {
  const { brand, ...asked } = settings.venue;
  const created = await insertVenue(tx, withoutUndefined({ ...asked, slug, live: false }));
  const { venueId } = created;
  const venue = await tx.venue.findUniqueOrThrow({ where: { id: venueId } });
  const ids: ImportIds = { rooms: {}, facilities: {} };
  const rooms = await tx.room.createManyAndReturn({
    data: settings.rooms.map(({ name }) => ({ venueId, name })),
  });
  for (const [at, { id: old }] of settings.rooms.entries()) ids.rooms[old] = rooms[at]?.id ?? 0;
  const facilities = await insertFacilities(
    tx,
    venue,
    settings.facilities.map(({ id: _, rooms: used = [], ...input }) => ({
      ...input,
      ...{ rooms: used.map((room) => requireId(ids.rooms, room, 'rooms')), active: true },
    })),
  );
  for (const [at, { id: old }] of settings.facilities.entries())
    ids.facilities[old] = facilities[at]?.id ?? 0;
  const inactive = settings.facilities.flatMap(({ id: old, active = true }) =>
    active ? [] : [requireId(ids.facilities, old, 'facilities')],
  );
  const changed = facilities.map((facility) => facilityChanged(facility, venue));
  const fields = await writeFields(tx, venue, settings.fields);
  const writes = settings.days.map(({ facility_id, date, opens_at, closes_at, ...values }) => ({
    facilityId: facility_id === null ? WHOLE_VENUE : requireId(ids.facilities, facility_id, 'days'),
    date,
    values: { ...values, opensAt: opens_at, closesAt: closes_at },
  }));
  for (const { facilityId, date, values } of writes) {
    const slots = facilities.filter((one) => one.id === facilityId);
    checkDayHours(venue, slots, { date, hours: hoursOf(values) });
  }
  const days = await writeDays(tx, venue, { writes, facilities: Object.values(ids.facilities) });
  const later: Later = { people: settings.people, inactive, ...(brand && { brand }) };
  await tx.venueImport.create({
    data: { id, venueId, ids, later: later as Prisma.InputJsonValue, manifest },
  });
  const both = [...created.eventIds, ...(await appendEvents(tx, 'catalog', changed))];
  return {
    availability: [...both, ...(await appendEvents(tx, 'catalog', days))],
    booking: [...both, ...(await appendEvents(tx, 'catalog', fields.events))],
  };
}

/** @throws `validation` for an id that the archive does not contain */
function requireId(ids: Ids, old: number, where: string): number {
  const found = ids[old];
  if (found === undefined) throw fail('validation', { detail: `${where}: the archive has no ${old}` });
  return found;
}

/** An import by its id; null: none. @throws `venue_deleted` */
export async function findImport(database: CatalogTx, id: string): Promise<Import | null> {
  const found = await database.venueImport.findUnique({
    where: { id },
    include: { venue: { select: { id: true, slug: true, deletedAt: true } } },
  });
  if (!found) return null;
  const { venue, ...row } = found;
  if (venue.deletedAt) throw fail('venue_deleted');
  return { row, venue };
}

/** The entries that an import sends one by one. */
export const partsOf = ({ entries }: Manifest) => entries.filter(({ kind }) => !isSettingsKind(kind));

/**
 * Records that a part is imported. A repeated call changes nothing.
 * @returns the number of the next part
 */
export async function recordPart(
  { database }: Pick<Deps, 'database'>,
  {
    id,
    part,
    kind,
    written,
    leftOut,
  }: {
    id: string;
    part: number;
    kind: string;
    written: number;
    leftOut: LeftOut[];
  },
): Promise<void> {
  await database.$executeRaw`
    UPDATE catalog.venue_import SET next_part = ${part} + 1,
      written = written || jsonb_build_object(${kind}::text, coalesce((written ->> ${kind}::text)::integer, 0) + ${written}::integer),
      left_out = left_out || ${JSON.stringify(leftOut)}::jsonb
    WHERE id = ${id} AND next_part = ${part}`;
}
