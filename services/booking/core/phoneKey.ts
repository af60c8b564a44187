import { Prisma } from '../gen/prisma/client.ts';

/** The key of the venue's first question for a phone number, as a subquery that runs once. */
export const phoneKey = (venueId: number): Prisma.Sql => Prisma.sql`(
  SELECT field ->> 'key' FROM booking.venue_fields, jsonb_array_elements(fields) WITH ORDINALITY asked(field, at)
  WHERE venue_id = ${venueId} AND field ->> 'type' = 'tel' ORDER BY at LIMIT 1)`;
