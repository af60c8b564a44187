import type { Onboarding } from '@venue-booking/proto/payment/connection';
import Stripe from 'stripe';
import type { ConnectFlow } from '../connectFlow.ts';
import { ProviderError } from '../provider.ts';
import { checkedResponse, StripeCredentials } from './stripeApi.ts';

const MAX_REQUIREMENTS = 50;
const MAX_TEXT = 200;

/**
 * Links a venue to an account that the platform creates for it (Account Links). Stripe's form collects what
 * it requires of the owner. The account has Stripe's full dashboard; Stripe charges its fees to it and bears
 * its losses. There is no callback: the return to our page proves nothing, so we ask for the status.
 * See https://docs.stripe.com/connect/hosted-onboarding.
 * @param mode the mode of the platform's key
 */
export function stripeConnect(deps: {
  stripe: Stripe;
  mode: 'live' | 'test';
  timeoutMs: number;
}): ConnectFlow {
  const { stripe, mode, timeoutMs } = deps;

  /** The account; null if Stripe gives the platform no access to it, or no longer. */
  async function read(id: string): Promise<Stripe.Account | null> {
    const found = stripe.accounts.retrieve(id, {}, { timeout: timeoutMs }).catch((error: unknown) => {
      // Only this code is about the account. Others mean a wrong key of the platform, for example.
      if (error instanceof Stripe.errors.StripeError && error.code === 'account_invalid') return NO_ACCOUNT;
      throw error;
    });
    const account = await checkedResponse<Stripe.Account | typeof NO_ACCOUNT>('account', found);
    return 'id' in account ? account : null;
  }

  async function createAccount({ key, venueId }: { key: string; venueId: number }): Promise<Stripe.Account> {
    // The same for each try: Stripe rejects a reused key with a different body. The owner chooses the country
    // and gives the name in the form.
    const account = {
      controller: {
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        stripe_dashboard: { type: 'full' },
        requirement_collection: 'stripe',
      },
      metadata: { venue_id: String(venueId) },
    } as const;
    const options = { idempotencyKey: `connect-${key}`, timeout: timeoutMs };
    return checkedResponse('account', stripe.accounts.create(account, options));
  }

  return {
    async start({ key, venueId, returnUrl, options: { testMode }, existing }) {
      if (testMode && mode === 'live')
        throw new ProviderError('refused', 'the mode of its accounts is that of the platform’s key');
      const known = StripeCredentials.safeParse(existing).data;
      const found = known && (await read(known.account_id));
      const account = found && !isRejected(found) ? found : await createAccount({ key, venueId });
      const link = await checkedResponse(
        'account_link',
        stripe.accountLinks.create(
          {
            account: account.id,
            type: 'account_onboarding',
            return_url: withOutcome(returnUrl, 'returned'),
            refresh_url: withOutcome(returnUrl, 'again'),
          },
          { timeout: timeoutMs },
        ),
      );
      const name = account.business_profile?.name?.slice(0, MAX_TEXT) || account.id;
      const credentials: StripeCredentials = { account_id: account.id };
      return {
        authorizeUrl: link.url,
        connected: {
          organization: { id: account.id, name },
          grant: null,
          accounts: [{ account: account.id, name, credentials }],
          mode,
        },
      };
    },

    async onboarding(credentials) {
      const account = await read(StripeCredentials.parse(credentials).account_id);
      return account && onboardingOf(account);
    },
  };
}

const NO_ACCOUNT = { object: 'account' } as const;

const isRejected = ({ requirements }: Stripe.Account): boolean =>
  requirements?.disabled_reason?.startsWith('rejected.') ?? false;

function withOutcome(url: string, outcome: 'returned' | 'again'): string {
  const changed = new URL(url);
  changed.searchParams.set('connect', outcome);
  return changed.href;
}

/** What Stripe allows an account to do, and what it requires. */
function onboardingOf({ requirements, ...account }: Stripe.Account): Onboarding {
  const due = new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])]);
  const { charges_enabled: payments, payouts_enabled: payouts } = account;
  const isComplete = payments && payouts && due.size === 0;
  const isInReview = account.details_submitted && due.size === 0;
  const { disabled_reason: reason, current_deadline: deadline } = requirements ?? {};
  return {
    state: isComplete ? 'complete' : isInReview ? 'in_review' : 'needs_data',
    payments,
    payouts,
    // A new link to the form is made when the owner continues.
    url: null,
    requirements: [...due].slice(0, MAX_REQUIREMENTS).map((name) => name.slice(0, MAX_TEXT)),
    ...(reason && { disabled_reason: reason.slice(0, MAX_TEXT) }),
    ...(deadline && { deadline: new Date(deadline * 1000).toISOString() }),
  };
}
