import type { FakeRequest, FakeResponse } from './exchange.ts';
import { newStripeId } from './stripeState.ts';

/** A connected account. A new one takes no payments until its owner has completed the form. */
export type StripeAccount = {
  id: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  currentlyDue: string[];
  pastDue: string[];
  disabledReason: string | null;
  /** In seconds since 1970. */
  deadline: number | null;
  metadata: Record<string, string>;
};

/** A link to the onboarding form. It works once. */
export type StripeLink = { account: string; returnUrl: string; refreshUrl: string; expiresAt: number };

/** What Stripe asks of every new account here. */
const FIRST_REQUIREMENTS = ['business_profile.url', 'external_account', 'representative.first_name'];

export const newStripeAccount = (values: Partial<StripeAccount> = {}): StripeAccount => ({
  id: newStripeId('acct'),
  chargesEnabled: false,
  payoutsEnabled: false,
  detailsSubmitted: false,
  currentlyDue: FIRST_REQUIREMENTS,
  pastDue: [],
  disabledReason: 'requirements.past_due',
  deadline: null,
  metadata: {},
  ...values,
});

/** The state of an account that takes payments. */
export const completeStripeAccount = {
  chargesEnabled: true,
  payoutsEnabled: true,
  detailsSubmitted: true,
  currentlyDue: [],
  disabledReason: null,
} satisfies Partial<StripeAccount>;

/** https://docs.stripe.com/api/accounts/object, with data of its owner that we do not use. */
export const accountView = (account: StripeAccount) => ({
  id: account.id,
  object: 'account',
  type: 'standard',
  charges_enabled: account.chargesEnabled,
  payouts_enabled: account.payoutsEnabled,
  details_submitted: account.detailsSubmitted,
  metadata: account.metadata,
  requirements: {
    currently_due: account.currentlyDue,
    past_due: account.pastDue,
    eventually_due: account.currentlyDue,
    pending_verification: [],
    errors: [],
    alternatives: [],
    current_deadline: account.deadline,
    disabled_reason: account.disabledReason,
  },
  email: 'owner@example.com',
});

/** What the owner does with the form: complete it, complete it so that Stripe reviews it, or leave it. */
const outcomes: Record<string, Partial<StripeAccount>> = {
  complete: completeStripeAccount,
  review: {
    ...completeStripeAccount,
    chargesEnabled: false,
    payoutsEnabled: false,
    disabledReason: 'under_review',
  },
  leave: {},
};

/**
 * The onboarding form at `/setup/{link}`. `GET` shows it, once: later requests go to the refresh address, as
 * those of an expired link do. `POST` of an `outcome` changes the account and returns the owner.
 * @param changed called with the account after the owner has submitted the form
 */
export function onboardingForm(
  { accounts, links }: { accounts: Map<string, StripeAccount>; links: Map<string, StripeLink> },
  { method, path, body }: FakeRequest,
  changed: (account: StripeAccount) => void,
): FakeResponse {
  const key = path.slice('/setup/'.length);
  const link = links.get(key);
  const account = accounts.get(link?.account ?? '');
  if (!link || !account) return { status: 404, body: 'No such link' };
  const goTo = (url: string): FakeResponse => ({ status: 303, headers: { Location: url } });
  if (method === 'GET') {
    if (link.expiresAt <= Date.now()) return goTo(link.refreshUrl);
    link.expiresAt = 0;
    const buttons = Object.keys(outcomes).map(
      (name) => `<button name="outcome" value="${name}">${name}</button>`,
    );
    return { status: 200, body: `<h1>Onboarding</h1><form method="post">${buttons.join('')}</form>` };
  }
  const outcome = outcomes[new URLSearchParams(body).get('outcome') ?? ''];
  if (!outcome) return { status: 400, body: 'No such outcome' };
  if (Object.keys(outcome).length > 0) changed(Object.assign(account, outcome));
  return goTo(link.returnUrl);
}
