import type { Backends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/randomSecret';
import { demoVenues } from './demo/demoVenues.ts';

/** Whoever looks around in the demo: an address that nobody has. */
const OWNER = 'owner@demo.example';
const BUDGET_MS = 20_000;

/**
 * Makes a link that signs in as the owner of the demo venues: for a demo on one's own machine, whose terminal
 * shows it.
 * @param isNew whether there is a venue that they do not own yet
 * @returns what stands behind the # of the link; null when there was nobody to make it for
 */
export function linkOfDemoOwner({ catalog }: Backends, isNew: boolean): Promise<string | null> {
  return runInCall(newCall(BUDGET_MS), async () => {
    const person = { email: OWNER, role: 'owner', language: 'en' } as const;
    const token = randomSecret();
    const link = { email: OWNER, hash: hashOfSecret(token), printed: true };
    if (!isNew && (await catalog.sessions.makeLink.mutate(link))) return token;
    for (const { venue } of demoVenues) await catalog.people.add.mutate({ slug: venue.slug, person });
    return (await catalog.sessions.makeLink.mutate(link)) && token;
  });
}
