import { parseLines } from '@venue-booking/domain/transfer/parseLines';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { derivedUuid } from '@venue-booking/kit/secrets/derivedUuid';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { fail, failureStatus, failureText } from '@venue-booking/proto/failures';
import type { ArchiveEntry, LeftOut } from '@venue-booking/proto/transfer/archive';
import type { LineKind, LineOf } from '@venue-booking/proto/transfer/settingsLines';
import type { Backends } from '../backends/backends.ts';
import { storeImage } from '../images/imageRoutes.ts';
import { shrinkImage } from '../images/shrinkImage.ts';

/** Where a part goes: a venue here, and its ids by those of the archive. */
type Target = {
  importId: string;
  venueId: number;
  slug: string;
  from: string;
  ids: { rooms: Record<string, number>; facilities: Record<string, number> };
};

type Result = { written: number; leftOut: LeftOut[] };

/** The id here of an image of the archive. */
export const imageIdHere = (importId: string, id: string): string => derivedUuid(importId, 'image', id);

/** Reads the lines of an entry. @throws `archive_refused` */
export function linesOf<K extends LineKind>(
  kind: K,
  { name, text }: { name: string; text: string },
): LineOf<K>[] {
  const { lines, fault } = parseLines(kind, text);
  if (fault !== null) throw fail('archive_refused', { detail: `${name}, ${fault}` });
  return lines;
}

/** Stores one thing after the other. One that is refused, such as a damaged image, is left out. */
async function countAll(things: { what: string; store: () => Promise<unknown> }[]): Promise<Result> {
  const result: Result = { written: 0, leftOut: [] };
  for (const { what, store } of things) {
    try {
      await store();
      result.written += 1;
    } catch (error) {
      const failure = failureOf(error);
      // The venue exists; its event has not arrived everywhere yet.
      if (failure?.code === 'venue_not_found') throw fail('unavailable');
      if (!failure || failureStatus(failure.code) >= 500) throw error;
      result.leftOut.push({ what, why: failureText(failure.code, failure.params, 'en').slice(0, 500) });
    }
  }
  return result;
}

/**
 * Imports one entry of an archive. A repeated call has no further effect.
 * @throws `archive_refused`
 */
export async function importPart(
  { catalog, availability, booking }: Pick<Backends, 'catalog' | 'availability' | 'booking'>,
  target: Target,
  { name, kind, bytes }: Pick<ArchiveEntry, 'name' | 'kind'> & { bytes: Buffer },
): Promise<Result> {
  const { importId, venueId, slug, from, ids } = target;
  const lines = <K extends LineKind>(of: K) => linesOf(of, { name, text: bytes.toString() });
  const facilityHere = (id: number) => {
    const found = ids.facilities[id];
    if (found === undefined) throw fail('archive_refused', { detail: `${name}: no facility ${id}` });
    return found;
  };
  const roomHere = (id: number) => {
    const found = ids.rooms[id];
    if (found === undefined) throw fail('archive_refused', { detail: `${name}: no room ${id}` });
    return found;
  };
  const times = (line: { starts_at: string; ends_at: string }) => ({
    startsAt: Date.parse(line.starts_at),
    endsAt: Date.parse(line.ends_at),
  });
  const all = (written: number): Result => ({ written, leftOut: [] });
  switch (kind) {
    case 'image': {
      // Written anew, as every upload: the archive's bytes are never served.
      const id = imageIdHere(importId, name.slice('image/'.length, -'.webp'.length));
      const store = async () => void (await storeImage(catalog, { slug, id }, await shrinkImage(bytes)));
      return countAll([{ what: name, store }]);
    }
    case 'mail_texts':
      return countAll(
        lines(kind).map(({ kind: mail, language, ...text }) => ({
          what: `mail text ${mail} (${language})`,
          store: () => booking.mailTexts.put.mutate({ of: { venueId, kind: mail, language }, text }),
        })),
      );
    case 'capacities': {
      const slots = lines(kind).map(({ facility_id, capacity, ...line }) => ({
        ...times(line),
        slotId: slotIdOf(facilityHere(facility_id), times(line).startsAt) ?? 0,
        capacity,
      }));
      return all(await availability.transfer.importCapacities.mutate({ venueId, slots }));
    }
    case 'bookings': {
      const input = { venueId, importId, from, facilities: ids.facilities, lines: lines(kind) };
      return booking.transfer.importBookings.mutate(input);
    }
    case 'blocks': {
      const blocks = lines(kind).map(({ facility_id, room_id, reason, ...line }) => ({
        ...times(line),
        facilityId: facility_id === null ? null : facilityHere(facility_id),
        roomId: room_id === null ? null : roomHere(room_id),
        reason,
      }));
      return all(await availability.transfer.importBlocks.mutate({ venueId, blocks }));
    }
    default:
      throw fail('archive_refused', { detail: `${name} is part of the settings` });
  }
}
