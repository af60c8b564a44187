import { MAX_ROOMS, type NewRoom, type Room } from '@venue-booking/proto/facility/room';
import { fail } from '@venue-booking/proto/failures';
import { type Changed, changeVenue, type Deps, type OfVenue, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import type { Room as Row } from './gen/prisma/client.ts';

/** Changes of rooms publish no events. Other services get room ids from the facilities' events. */

const toRoom = ({ id, name }: Row): Room => ({ id, name });

/** @throws `venue_not_found`, `validation` when the venue has too many */
export function createRoom(deps: Deps, slug: string, { name }: NewRoom): Promise<Changed<Room>> {
  return changeVenue(deps, slug, async (tx, { id: venueId }) => {
    if ((await tx.room.count({ where: { venueId } })) >= MAX_ROOMS)
      throw fail('validation', { detail: `A venue has at most ${MAX_ROOMS} rooms` });
    return { result: toRoom(await tx.room.create({ data: { venueId, name } })), events: [] };
  });
}

/** A venue's rooms, by id. @throws `venue_not_found` */
export async function listRooms(database: CatalogDatabase, slug: string): Promise<Room[]> {
  const { id: venueId } = await requireVenue(database, slug);
  return (await database.room.findMany({ where: { venueId }, orderBy: { id: 'asc' } })).map(toRoom);
}

/** @throws `venue_not_found`, `room_not_found` */
export function patchRoom(deps: Deps, { slug, id }: OfVenue, { name }: NewRoom): Promise<Changed<Room>> {
  return changeVenue(deps, slug, async (tx, { id: venueId }) => {
    const [room] = await tx.room.updateManyAndReturn({ where: { venueId, id }, data: { name } });
    if (!room) throw fail('room_not_found');
    return { result: toRoom(room), events: [] };
  });
}

/** @throws `venue_not_found`, `room_not_found`, `room_in_use` */
export function deleteRoom(deps: Deps, { slug, id }: OfVenue): Promise<Changed<Room>> {
  return changeVenue(deps, slug, async (tx, { id: venueId }) => {
    const room = await tx.room.findUnique({ where: { venueId_id: { venueId, id } } });
    if (!room) throw fail('room_not_found');
    const user = await tx.facility.findFirst({
      where: { venueId, rooms: { has: id } },
      orderBy: { id: 'asc' },
    });
    if (user) throw fail('room_in_use', { facility: user.name });
    await tx.room.delete({ where: { venueId_id: { venueId, id } } });
    return { result: toRoom(room), events: [] };
  });
}

/** Checks that rooms are the venue's own. @throws `validation` */
export async function requireRooms(tx: CatalogTx, venueId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const count = await tx.room.count({ where: { venueId, id: { in: [...ids] } } });
  if (count < ids.length) throw fail('validation', { detail: 'rooms: the venue has no such room' });
}
