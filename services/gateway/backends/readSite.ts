import { withDeadline } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Brand } from '@venue-booking/proto/venue/brand';
import type { Site } from '@venue-booking/proto/venue/venue';
import type { Backends } from './backends.ts';

/** Maximum wait for the payment service. After it the response lacks `pays_online`. */
const PAYS_ONLINE_BUDGET_MS = 1000;

/**
 * What a booking flow shows of a venue. Queries catalog and payment in parallel. Leaves out `pays_online`
 * while the payment service is unavailable.
 * @throws `venue_not_found`
 */
export async function readSite(
  { catalog, payment, publicUrl }: Pick<Backends, 'catalog' | 'payment'> & { publicUrl: string },
  venueId: number,
): Promise<Site> {
  const [{ brand, ...site }, paysOnline] = await Promise.all([
    catalog.site.query({ venueId }),
    withDeadline(PAYS_ONLINE_BUDGET_MS, () => isPaidOnline(payment, venueId)),
  ]);
  return {
    ...site,
    ...(brand && { brand: withAbsoluteImages(brand, publicUrl) }),
    ...(paysOnline !== undefined && { pays_online: paysOnline }),
  };
}

const withAbsoluteImages = (brand: Brand, publicUrl: string): Brand => ({
  ...brand,
  logo: brand.logo && publicUrl + brand.logo,
  picture: brand.picture && publicUrl + brand.picture,
});

/** Whether a venue has a payment account; undefined when the payment service is unavailable. */
export async function isPaidOnline(
  payment: Backends['payment'],
  venueId: number,
): Promise<boolean | undefined> {
  try {
    await payment.account.query({ venueId });
    return true;
  } catch (error) {
    return failureOf(error)?.code === 'payment_account_not_found' ? false : undefined;
  }
}
