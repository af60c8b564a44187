import type { Log } from '@venue-booking/kit/logging/log';
import { fail } from '@venue-booking/proto/failures';
import { type SandboxCheckout, SandboxOutcome } from '@venue-booking/proto/payment/payment';
import express, { type Request, type Response, type Router } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { registerRoute } from '../../http/methods.ts';
import { bodyReader, verifyText } from '../../http/requestBody.ts';
import { handlerWithDeadline, READ_BUDGET_MS, WRITE_BUDGET_MS } from '../../http/requestDeadline.ts';
import { chosenLanguage, failureHandler, isPaymentToken, redirectTo } from '../guest/guestLink.ts';
import { guestHeaders, LEAVING_FORM, sendGuestPage } from '../guest/guestPage.ts';
import { sandboxView } from './sandboxView.ts';

const readForm = bodyReader(8, (limit) => express.urlencoded({ limit, extended: false, verify: verifyText }));

type Deps = Pick<Backends, 'payment'> & { publicUrl: string; log: Log };
type SandboxRequest = Request<{ id: string }>;

/**
 * `/sandbox/{id}`: the checkout of the built-in sandbox provider, where you choose the outcome of a payment.
 */
export function sandboxPage({ payment, publicUrl, log }: Deps): Router {
  const requireCheckout = (checkout: SandboxCheckout | null): SandboxCheckout => {
    if (!checkout) throw fail('path_unknown');
    return checkout;
  };
  const idOf = ({ params: { id } }: SandboxRequest): string => {
    if (id.length > 100 || !isPaymentToken(id)) throw fail('path_unknown');
    return id;
  };

  const show = async (request: SandboxRequest, response: Response): Promise<void> => {
    const checkout = requireCheckout(await payment.sandboxCheckout.query({ id: idOf(request) }));
    const page = sandboxView(checkout, chosenLanguage(request) ?? checkout.locale);
    sendGuestPage(response, page, { formAction: LEAVING_FORM });
  };

  const decide = async (request: SandboxRequest, response: Response): Promise<void> => {
    requireOwnPage(request, publicUrl);
    await readForm(request, response);
    const outcome = SandboxOutcome.safeParse(request.body?.outcome);
    if (!outcome.success)
      throw fail('validation', { detail: `outcome: must be one of ${SandboxOutcome.options.join(', ')}` });
    const decided = await payment.decideSandboxCheckout.mutate({ id: idOf(request), outcome: outcome.data });
    redirectTo(response, requireCheckout(decided).returnUrl);
  };

  const router = express.Router();
  router.use('/sandbox', guestHeaders);
  registerRoute(router, '/sandbox/:id', {
    get: handlerWithDeadline(READ_BUDGET_MS, show),
    post: handlerWithDeadline(WRITE_BUDGET_MS, decide),
  });
  router.use('/sandbox', failureHandler(log));
  return router;
}

/** Rejects forms of other websites by their origin. @throws `origin_refused` */
function requireOwnPage(request: Request, publicUrl: string): void {
  const origin = request.get('origin');
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (URL.canParse(origin) && new URL(origin).host === request.host) return;
  throw fail('origin_refused', { origin: origin.slice(0, 200) });
}
