import type { Backends } from './backends.ts';

export type AdminDeps = {
  backends: Backends;
  /** Forgets what the gateway has cached of a venue. */
  venueChanged: (venueId: number) => void;
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
