import type { Backends } from './backends.ts';

/** HH:MM at which the booking days of a venue start. @throws `venue_not_found` */
export async function dayStartOf(catalog: Backends['catalog'], venueId: number): Promise<string> {
  const { dayStart } = await catalog.contact.query({ venueId });
  // A catalog of the previous release does not send it.
  return dayStart ?? (await catalog.site.query({ venueId })).day_start;
}
