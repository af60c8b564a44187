import type { Backends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { demoVenues } from './demo/demoVenues.ts';

/** The demo's owner. The domain does not exist. */
const OWNER = 'owner@demo.example';
const BUDGET_MS = 20_000;

/**
 * Creates a link that signs in as the owner of the demo venues, for the terminal of a local demo.
 * @param isNew whether some demo venue has no owner yet
 * @returns the part of the link after the `#`, or null if the owner could not be found
 */
export function createDemoOwnerLink({ catalog }: Backends, isNew: boolean): Promise<string | null> {
  return runInCall(newCall(BUDGET_MS), async () => {
    const person = { email: OWNER, role: 'owner', language: 'en' } as const;
    const token = randomSecret();
    const link = { email: OWNER, hash: hashOfSecret(token), printed: true };
    if (!isNew && (await catalog.sessions.makeLink.mutate(link))) return token;
    for (const { venue } of demoVenues) await catalog.people.add.mutate({ slug: venue.slug, person });
    return (await catalog.sessions.makeLink.mutate(link)) && token;
  });
}
