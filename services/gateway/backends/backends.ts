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
  booking: createClient<BookingRouter>('booking', messaging, {
    mayRepeat: (_path, input) => hasKey(input),
  }),
  payment: createClient<PaymentRouter>('payment', messaging),
});

/** With an `Idempotency-Key` a repeated request gets the booking that the first one made. */
const hasKey = (input: unknown): boolean =>
  typeof (input as { idempotencyKey?: unknown } | undefined)?.idempotencyKey === 'string';

export type Backends = ReturnType<typeof createBackends>;
