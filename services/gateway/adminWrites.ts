import { fail } from '@venue-booking/proto/failures';
import type { Backends } from './backends.ts';

export type AdminDeps = {
  backends: Backends;
  /** Forgets what the gateway has cached of a venue. */
  venueChanged: (venueId: number) => void;
  /** Forgets what the gateway knows of tokens. */
  forgetTokens: () => void;
  /** Hosts that no venue can have as its own domain. */
  isReserved: (domain: string) => boolean;
  /** True for the slug whose subdomain is the platform's own host. */
  isOwnHost: (slug: string) => boolean;
};

type Applier = { awaitApplied: { query(input: { eventIds: string[] }): Promise<unknown> } };

/** Answers a write of catalog's once the services that need it have applied it. @throws `not_in_force` when they don't in time */
export async function inForce<T>(
  { venueChanged }: Pick<AdminDeps, 'venueChanged'>,
  change: Promise<{ venueId: number; result: T; eventIds: string[] }>,
  appliers: readonly Applier[],
): Promise<T> {
  const { venueId, result, eventIds } = await change;
  try {
    await Promise.all(appliers.map((service) => service.awaitApplied.query({ eventIds })));
  } finally {
    venueChanged(venueId);
  }
  return result;
}

/** The id that services know a venue by. @throws `venue_not_found` */
export async function venueIdOf(catalog: Backends['catalog'], slug: string): Promise<number> {
  const tenant = await catalog.tenant.query({ slug });
  if (!tenant) throw fail('venue_not_found');
  return tenant.venueId;
}
