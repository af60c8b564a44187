import { fail } from '@venue-booking/proto/failures';
import type { Backends } from './backends.ts';

/** The id of a venue. @throws `venue_not_found` */
export async function venueIdOf(catalog: Backends['catalog'], slug: string): Promise<number> {
  const tenant = await catalog.tenant.query({ slug });
  if (!tenant) throw fail('venue_not_found');
  return tenant.venueId;
}
