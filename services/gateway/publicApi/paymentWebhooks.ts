import { fail } from '@venue-booking/proto/failures';
import { providerFacts } from '@venue-booking/proto/payment/providers';
import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import type { Backends } from '../backends/backends.ts';
import { registerRoute } from '../http/methods.ts';
import { bodyReader, verifyText } from '../http/requestBody.ts';
import { handlerWithDeadline } from '../http/requestDeadline.ts';
import { isPaymentToken } from '../pages/guest/guestLink.ts';

/** Providers wait at least 10 s, and retry unless they get a 200. */
const BUDGET_MS = 5000;
const MAX_SIGNATURE = 2000;

const Hint = z.object({ id: z.string().min(1).max(200) });

// Reject compressed bodies: they may expand to any size, and no provider sends them.
const options = { inflate: false, verify: verifyText };
const readJson = bodyReader(8, (limit) => express.json({ ...options, limit }));
const readForm = bodyReader(8, (limit) =>
  express.urlencoded({ ...options, limit, extended: false, type: () => true }),
);
const readRaw = bodyReader(256, (limit) => express.raw({ inflate: false, limit, type: () => true }));

/**
 * Receives webhooks of payment providers: `POST /webhooks/payments/{token}` with an `id`, and signed webhooks
 * at `POST /webhooks/{provider}`. The payment service stores the webhook and later asks the provider for the
 * status. The URLs are secrets: they appear on no page, website or log.
 */
export function paymentWebhooks({ payment }: Pick<Backends, 'payment'>): Router {
  const ofCheckout = async (request: Request<{ token: string }>, response: Response): Promise<void> => {
    const { token } = request.params;
    await (request.is('json') ? readJson : readForm)(request, response);
    const hint = Hint.safeParse(request.body);
    if (!hint.success) throw fail('invalid_request', { detail: 'id: is required' });
    const isOurs =
      isPaymentToken(token) && (await payment.receiveWebhook.mutate({ token, id: hint.data.id }));
    if (!isOurs) throw fail('path_unknown');
    response.json({});
  };

  const ofProvider =
    (provider: string, signedBy: readonly string[]) =>
    async (request: Request, response: Response): Promise<void> => {
      const names = signedBy.map((name) => name.toLowerCase());
      const headers = Object.fromEntries(names.map((name) => [name, request.get(name) ?? '']));
      await readRaw(request, response);
      const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
      const isSigned =
        Object.values(headers).every((value) => value !== '' && value.length <= MAX_SIGNATURE) &&
        (await payment.receiveEvent.mutate({ provider, body, headers }));
      if (!isSigned) throw fail('invalid_request', { detail: `${signedBy.join(', ')}: does not match` });
      response.json({});
    };

  const router = express.Router();
  registerRoute(router, '/webhooks/payments/:token', { post: handlerWithDeadline(BUDGET_MS, ofCheckout) });
  for (const [name, { signedBy }] of Object.entries(providerFacts))
    if (signedBy)
      registerRoute(router, `/webhooks/${name}`, {
        post: handlerWithDeadline(BUDGET_MS, ofProvider(name, signedBy)),
      });
  return router;
}
