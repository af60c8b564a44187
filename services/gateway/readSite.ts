import { withDeadline } from '@venue-booking/kit/messaging/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Site } from '@venue-booking/proto/venue';
import type { Backends } from './backends.ts';

/** What guests wait at most to be told whether they pay online, when payment does not answer. */
const PAYS_ONLINE_BUDGET_MS = 1000;

/**
 * What a booking flow shows of a venue. Catalog and payment are asked side by side, so that it takes as long
 * as the slower of them; while payment is away it is answered without `pays_online`.
 * @throws `venue_not_found`
 */
export async function readSite(
  { catalog, payment }: Pick<Backends, 'catalog' | 'payment'>,
  venueId: number,
): Promise<Site> {
  const [site, paysOnline] = await Promise.all([
    catalog.site.query({ venueId }),
    withDeadline(PAYS_ONLINE_BUDGET_MS, () => isPaidOnline(payment, venueId)),
  ]);
  return paysOnline === undefined ? site : { ...site, pays_online: paysOnline };
}

/** Whether a venue has a payment account; undefined when payment can't say. */
async function isPaidOnline(payment: Backends['payment'], venueId: number): Promise<boolean | undefined> {
  try {
    await payment.account.query({ venueId });
    return true;
  } catch (error) {
    return failureOf(error)?.code === 'payment_account_not_found' ? false : undefined;
  }
}
