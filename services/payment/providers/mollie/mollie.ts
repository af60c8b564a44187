import { urlOf } from '@venue-booking/kit/settings/env';
import { isLoopbackUrl } from '@venue-booking/kit/settings/loopbackUrl';
import type { Locale } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import {
  type CheckoutOrder,
  PROVIDER_TIMEOUT_MS,
  type Provider,
  ProviderError,
  type RefundOrder,
  type RemoteAccount,
} from '../provider.ts';
import { createMethodLists, type MethodLists } from './instantMethods.ts';
import {
  amountOf,
  callMollie,
  type MollieAccess,
  MollieCredentials,
  schemas,
  toRemotePayment,
  toRemoteRefund,
} from './mollieApi.ts';
import { mollieConnect } from './mollieConnect.ts';

export const mollieSettings = {
  MOLLIE_API_URL: urlOf('http', 'https')
    .default('https://api.mollie.com')
    .describe("Base URL of Mollie's API. Change it only for tests"),
  MOLLIE_CLIENT_ID: z
    .string()
    .regex(/^app_\w+$/, 'must start with app_')
    .optional()
    .describe(
      "Client id of the platform's app at Mollie. Without it, owners cannot connect their account there, and paste an API key",
    ),
  MOLLIE_CLIENT_SECRET: z.string().optional().describe('Client secret of that app'),
  MOLLIE_AUTH_URL: urlOf('http', 'https')
    .default('https://my.mollie.com/oauth2/authorize')
    .describe('Where Mollie asks owners for access. Change it only for tests'),
  MOLLIE_TOKEN_URL: urlOf('http', 'https')
    .default('https://api.mollie.com/oauth2/tokens')
    .describe('Where Mollie issues and renews access. Change it only for tests'),
};

/** The Mollie provider by its settings. */
export const createMollie = (
  env: z.infer<z.ZodObject<typeof mollieSettings>>,
): Provider<MollieCredentials> => {
  const { MOLLIE_API_URL: apiUrl, MOLLIE_CLIENT_ID: clientId, MOLLIE_CLIENT_SECRET: clientSecret } = env;
  const urls = { apiUrl, authUrl: env.MOLLIE_AUTH_URL, tokenUrl: env.MOLLIE_TOKEN_URL };
  const missing = clientId ? 'MOLLIE_CLIENT_SECRET' : 'MOLLIE_CLIENT_ID';
  const connect =
    clientId && clientSecret
      ? mollieConnect({ ...urls, clientId, clientSecret })
      : { off: `${missing} is not set` };
  return { ...mollieProvider({ apiUrl }), connect };
};

const MAX_DESCRIPTION = 255;
/** Language of the checkout. */
const LOCALES: Record<Locale, string> = { nl: 'nl_NL', en: 'en_US', de: 'de_DE', fr: 'fr_FR' };

/**
 * Mollie's Payments API v2 (https://docs.mollie.com/reference/payments-api).
 * @param timeoutMs limit for one operation, including all its requests
 */
export const mollieProvider = ({
  apiUrl,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: {
  apiUrl: string;
  timeoutMs?: number;
}): Provider<MollieCredentials> => {
  const methods = createMethodLists();
  return {
    credentials: MollieCredentials,
    account: (credentials) =>
      accountAt({ apiUrl, credentials, signal: AbortSignal.timeout(timeoutMs) }, methods),
  };
};

/** An account whose calls share one deadline. */
function accountAt(access: MollieAccess, methods: MethodLists): RemoteAccount {
  const { credentials } = access;
  const connected = 'access_token' in credentials ? credentials : null;
  // An access token needs `testmode` to see test payments; an API key has one mode.
  const testmode = connected?.testmode ? { testmode: true } : {};
  const inTestmode = connected?.testmode ? '&testmode=true' : '';

  const find = (id: string) => {
    const path = `payments/${encodeURIComponent(id)}?embed=refunds,chargebacks${inTestmode}`;
    return callMollie(access, { method: 'GET', path }, schemas.Payment);
  };

  async function verify() {
    const path = `profiles/${connected?.profile_id ?? 'me'}`;
    const { id, status } = await callMollie(access, { method: 'GET', path }, schemas.Profile);
    if (status === 'blocked') throw new ProviderError('refused', 'Mollie has blocked this profile');
    const mode = isTestMode(credentials) ? 'test' : 'live';
    return { account: id, mode, carriesFee: connected !== null } as const;
  }

  /** Sends no expiry: `dueDate` applies only to bank transfers. Other methods expire within an hour. */
  async function create(order: CheckoutOrder) {
    const description = order.description.slice(0, MAX_DESCRIPTION);
    const method = credentials.slow_methods ? null : await methods.instantOnes(access, order.amountCents);
    const body = {
      amount: amountOf(order.amountCents),
      description,
      redirectUrl: order.returnUrl,
      ...(isReachable(access.apiUrl, order.webhookUrl) && { webhookUrl: order.webhookUrl }),
      locale: LOCALES[order.locale],
      metadata: { attempt_id: order.attemptId },
      ...(method && { method }),
      ...(connected && { profileId: connected.profile_id, ...testmode }),
      ...(connected &&
        order.feeCents > 0 && { applicationFee: { amount: amountOf(order.feeCents), description } }),
    };
    const call = { method: 'POST', path: 'payments', body, idempotencyKey: order.attemptId } as const;
    return toRemotePayment(await callMollie(access, call, schemas.Payment));
  }

  async function cancel(id: string) {
    const payment = await find(id);
    if (payment.isCancelable !== true) return toRemotePayment(payment);
    const path = `payments/${encodeURIComponent(id)}`;
    const body = connected?.testmode ? { body: testmode } : {};
    try {
      await callMollie(access, { method: 'DELETE', path, ...body }, z.unknown());
    } catch (error) {
      // Too late: the payment was paid meanwhile, or the bank no longer allows a cancellation.
      if (!(error instanceof ProviderError && error.kind === 'refused')) throw error;
    }
    return toRemotePayment(await find(id));
  }

  /** Mollie keeps idempotency keys for an hour, so look for a refund of an earlier try first. */
  async function refund({ paymentId, refundId, amountCents, description }: RefundOrder) {
    const { refunds } = toRemotePayment(await find(paymentId));
    const made = refunds.find(({ reference }) => reference === refundId);
    if (made) return made;
    const path = `payments/${encodeURIComponent(paymentId)}/refunds`;
    const body = {
      amount: amountOf(amountCents),
      description: description.slice(0, MAX_DESCRIPTION),
      metadata: { refund_id: refundId },
      ...testmode,
    };
    const call = { method: 'POST', path, body, idempotencyKey: refundId } as const;
    return toRemoteRefund(await callMollie(access, call, schemas.Refund));
  }

  return { verify, create, fetch: async (id) => toRemotePayment(await find(id)), cancel, refund };
}

const isTestMode = (credentials: MollieCredentials): boolean =>
  'api_key' in credentials ? credentials.api_key.startsWith('test_') : credentials.testmode === true;

/** Mollie rejects a webhook URL that it cannot reach, as on a developer's machine. There, the sweep asks. */
const isReachable = (apiUrl: string, webhookUrl: string | null): boolean =>
  webhookUrl !== null && (!isLoopbackUrl(webhookUrl) || isLoopbackUrl(apiUrl));
