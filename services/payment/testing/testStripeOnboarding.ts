import assert from 'node:assert/strict';
import { AttentionKind } from '@venue-booking/proto/payment/payment';
import { signAsStripe, startStripe } from '../../../test/fakes/stripe.ts';
import { findAccount, linkAccount } from '../accounts/accounts.ts';
import { receiveAccountEvent } from '../connect/accountEvents.ts';
import { checkConnection, showConnection } from '../connect/connections.ts';
import { startVisit } from '../connect/connectVisits.ts';
import { followConnections } from '../connect/followConnections.ts';
import { listAttention } from '../payments/attention.ts';
import { maskSecrets } from '../providers/maskSecrets.ts';
import { receiveEvent } from '../reconcile/receiveWebhook.ts';
import { openTestPayments } from './testPayments.ts';

export const SANDBOX = { provider: 'sandbox', credentials: {} } as const;
const RETURN_URL = 'http://localhost:3000/admin/v/sauna/settings/payments';

/** A fake of Stripe, and the payment service's own database, with what owners and Stripe do. */
export async function openStripeOnboarding() {
  const stripe = await startStripe();
  const { stripeProvider } = await import('../providers/stripe/stripe.ts');
  const { apiKey, url: apiUrl, webhookSecret } = stripe;
  const provider = maskSecrets(stripeProvider({ apiKey, apiUrl, webhookSecret }), [apiKey]);
  const payments = await openTestPayments({ others: { stripe: provider } });
  const { deps, database } = payments;

  const connection = async (venueId: number) => (await showConnection(deps, venueId)).connection;
  const send = (
    account: string,
    type: string,
    { secret = webhookSecret, live = false, object = {} }: SentEvent = {},
  ) => {
    const body = JSON.stringify({ account, livemode: live, type, data: { object } });
    const headers = { 'stripe-signature': signAsStripe(body, secret) };
    return receiveEvent(deps, { provider: 'stripe', body, headers }, (name, about) =>
      receiveAccountEvent(deps, name, about),
    );
  };
  let venues = 0;
  return {
    stripe,
    payments,
    connection,
    /** A new venue, which is linked to the sandbox. */
    async newVenue(): Promise<number> {
      const venueId = ++venues;
      await linkAccount(deps, venueId, SANDBOX);
      return venueId;
    },
    /** An owner goes to Stripe's form. Returns its URL. */
    async start(venueId: number): Promise<string> {
      const visit = await startVisit(deps, {
        ...{ venueId, venueName: 'Sauna', provider: 'stripe', startedBy: 'Anna', returnUrl: RETURN_URL },
        ...{ browser: '', session: '', options: { testMode: false, slowMethods: false } },
      });
      return visit.authorizeUrl;
    },
    /** What the owner does with the form. */
    async fill(url: string, outcome: 'complete' | 'review' | 'leave'): Promise<void> {
      await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
    },
    check: (venueId: number) => checkConnection(deps, venueId),
    /** Follows what is due, as the sweep does. */
    async follow(): Promise<void> {
      while (await followConnections(deps));
    },
    /** Makes the connections of a venue due, as they are after a while. */
    makeDue: (venueId: number) =>
      database.connection.updateMany({ where: { venueId }, data: { askAt: new Date(0) } }),
    send,
    updated: (account: string, object = {}) => send(account, 'account.updated', { object }),
    deauthorized: (account: string) => send(account, 'account.application.deauthorized'),
    /** The connected account of a venue. */
    accountOf: async (venueId: number): Promise<string> =>
      (await connection(venueId))?.account ?? assert.fail('no account'),
    /** The accounts that were made at Stripe for a venue. */
    madeFor: (venueId: number): string[] =>
      stripe.accounts().filter((id) => stripe.account(id).metadata.venue_id === String(venueId)),
    /** The linked account, or null. */
    linked: (venueId: number) => findAccount(deps, venueId).catch(() => null),
    attention: (venueId: number) =>
      listAttention(deps, { venueId, resolved: false, knows: AttentionKind.options }),
    /** Number of published changes of a venue's account. */
    changesOf: async (venueId: number): Promise<number> =>
      (await payments.queued('account_changed')).filter((event) => event.venueId === venueId).length,
    async close(): Promise<void> {
      await payments.close();
      await stripe.stop();
    },
  };
}

type SentEvent = { secret?: string; live?: boolean; object?: object };
export type StripeOnboarding = Awaited<ReturnType<typeof openStripeOnboarding>>;
