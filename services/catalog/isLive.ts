import type { Venue } from './gen/prisma/client.ts';

/** Whether a venue takes online bookings: it wants to, and is neither suspended nor deleted. */
export const isLive = ({
  live,
  suspendedAt,
  deletedAt,
}: Pick<Venue, 'live' | 'suspendedAt' | 'deletedAt'>): boolean =>
  live && suspendedAt === null && deletedAt === null;
