import type { Locale } from '@venue-booking/proto/primitives';
import type { BookingDatabase } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/** Names of a facility in other languages than the venue's own; null: none. */
export type FacilityNames = { [L in Locale]?: string } | null;

type Booked = Pick<Row, 'venueId' | 'facilityId' | 'facilityName' | 'locale'>;

/** The facility's current names in other languages. */
export async function facilityNames(
  database: BookingDatabase,
  { venueId, facilityId }: Pick<Booked, 'venueId' | 'facilityId'>,
): Promise<FacilityNames> {
  const [facility] = await database.$queryRaw<{ names: FacilityNames }[]>`
    SELECT names FROM booking.facility WHERE (venue_id, id) = (${venueId}, ${facilityId})`;
  return facility?.names ?? null;
}

/**
 * A booking with the name of its facility for the guest: in the guest's language, or else as the venue calls
 * it. The desk, exports and webhooks have the venue's own name.
 */
export const forGuest = <Of extends Pick<Booked, 'facilityName' | 'locale'>>(
  booking: Of,
  names: FacilityNames | undefined,
  language = booking.locale as Locale,
): Of => ({ ...booking, facilityName: names?.[language] ?? booking.facilityName });
