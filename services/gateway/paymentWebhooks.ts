import { fail } from '@venue-booking/proto/failures';
import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import type { Backends } from './backends.ts';
import { only } from './methods.ts';
import { inCall, mayBeOurs } from './pages/guestLink.ts';
import { readBody, verifyText } from './requestBody.ts';

/** Providers wait 10 s and more, and come again when they get no 200. */
const BUDGET_MS = 5000;
const MAX_SIGNATURE = 2000;

const Hint = z.object({ id: z.string().min(1).max(200) });

// What is compressed may unfold to much more than was sent, and no provider compresses.
const options = { inflate: false, limit: '8kb', verify: verifyText };
const json = { parse: express.json(options), limit: '8 kB' };
const form = { parse: express.urlencoded({ ...options, extended: false, type: () => true }), limit: '8 kB' };
const raw = { parse: express.raw({ inflate: false, limit: '256kb', type: () => true }), limit: '256 kB' };

/**
 * Where payment providers say that something happened: `POST /webhooks/payments/{token}` with an `id`, and
 * `POST /webhooks/stripe`, signed. A hint is stored and answered; the provider itself is asked later.
 * Addresses are secrets: no page, website or log gets to know them.
 */
export function paymentWebhooks({ payment }: Pick<Backends, 'payment'>): Router {
  const ofCheckout = async (request: Request<{ token: string }>, response: Response): Promise<void> => {
    const { token } = request.params;
    await readBody(request.is('json') ? json : form, request, response);
    const hint = Hint.safeParse(request.body);
    if (!hint.success) throw fail('invalid_request', { detail: 'id: is required' });
    const isOurs = mayBeOurs(token) && (await payment.receiveWebhook.mutate({ token, id: hint.data.id }));
    if (!isOurs) throw fail('path_unknown');
    response.json({});
  };

  const ofStripe = async (request: Request, response: Response): Promise<void> => {
    const signature = request.get('stripe-signature') ?? '';
    await readBody(raw, request, response);
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
    const isSigned =
      signature !== '' &&
      signature.length <= MAX_SIGNATURE &&
      (await payment.receiveStripeEvent.mutate({ body, signature }));
    if (!isSigned) throw fail('invalid_request', { detail: 'Stripe-Signature: does not match' });
    response.json({});
  };

  const router = express.Router();
  router.route('/webhooks/payments/:token').post(inCall(BUDGET_MS, ofCheckout)).all(only('POST'));
  router.route('/webhooks/stripe').post(inCall(BUDGET_MS, ofStripe)).all(only('POST'));
  return router;
}
