import type { AvailabilityRouter } from '@venue-booking/availability/router';
import type { BookingRouter } from '@venue-booking/booking/router';
import type { CatalogRouter } from '@venue-booking/catalog/router';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import { createClient } from '@venue-booking/kit/messaging/rpc';
import type { PaymentRouter } from '@venue-booking/payment/router';

/** Clients for the services behind the gateway. */
export const createBackends = (messaging: Messaging) => ({
  catalog: createClient<CatalogRouter>('catalog', messaging),
  availability: createClient<AvailabilityRouter>('availability', messaging),
  booking: createClient<BookingRouter>('booking', messaging),
  payment: createClient<PaymentRouter>('payment', messaging),
});

export type Backends = ReturnType<typeof createBackends>;
