import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import type { FeedContents, NewFeed } from '@venue-booking/proto/booking/calendarFeed';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase } from '../database.ts';

type OfFacility = { venueId: number; facilityId: number };

/**
 * Gives a facility's calendar feed a new secret address and revokes the old one. Returns the secret.
 * @throws `facility_not_found`
 */
export async function renewFeed(
  database: BookingDatabase,
  { venueId, facilityId, phone, email, link }: OfFacility & NewFeed,
): Promise<string> {
  const facility = await database.facility.findUnique({ where: { venueId_id: { venueId, id: facilityId } } });
  if (!facility) throw fail('facility_not_found');
  const secret = randomSecret();
  const hash = hashOfSecret(secret);
  const contents = {
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(link !== undefined && { link }),
  };
  await database.calendarFeed.upsert({
    where: { venueId_facilityId: { venueId, facilityId } },
    create: { venueId, facilityId, hash, ...contents },
    update: { hash, createdAt: new Date(), ...contents },
  });
  return secret;
}

/** The facilities of a venue that have a feed, and the time at which its address was created. */
export async function listFeeds(
  database: BookingDatabase,
  venueId: number,
): Promise<({ facility_id: number; created_at: string } & Partial<FeedContents>)[]> {
  const feeds = await database.calendarFeed.findMany({ where: { venueId }, orderBy: { facilityId: 'asc' } });
  return feeds.map(({ facilityId, createdAt, phone, email, link }) => ({
    facility_id: facilityId,
    created_at: createdAt.toISOString(),
    ...{ phone, email, link },
  }));
}

/** Revokes the address of a facility's feed. @throws `feed_not_found` */
export async function revokeFeed(
  database: BookingDatabase,
  { venueId, facilityId }: OfFacility,
): Promise<void> {
  const { count } = await database.calendarFeed.deleteMany({ where: { venueId, facilityId } });
  if (count === 0) throw fail('feed_not_found');
}
