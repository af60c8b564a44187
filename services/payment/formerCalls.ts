import { t } from '@venue-booking/kit/messaging/rpc';
import { z } from 'zod';
import type { PaymentDeps } from './deps.ts';
import { receiveEvent } from './receiveWebhook.ts';

/** What gateways of the release before call while services are upgraded. Goes with the next release. */
export const formerCalls = (deps: PaymentDeps) => ({
  receiveStripeEvent: t.procedure
    .input(z.object({ body: z.string(), signature: z.string().max(2000) }))
    .mutation(({ input: { body, signature } }) =>
      receiveEvent(deps, { provider: 'stripe', body, headers: { 'stripe-signature': signature } }),
    ),
});
