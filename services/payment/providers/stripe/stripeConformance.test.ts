import { signAsStripe, startStripe } from '../../../../test/fakes/stripe.ts';
import { conformance } from '../../testing/testConformance.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { stripeProvider } from './stripe.ts';

conformance('stripe', async () => {
  const stripe = await startStripe();
  const { apiKey, webhookSecret } = stripe;
  const stripeWith = (timeoutMs: number) =>
    maskSecrets(stripeProvider({ apiKey, apiUrl: stripe.url, webhookSecret, timeoutMs }), [apiKey]);
  const provider = stripeWith(10_000);
  const credentials = { account_id: stripe.accountId };
  return {
    provider,
    credentials,
    wrongCredentials: { account_id: 'acct_nobodys' },
    pay: stripe.pay,
    checkoutsOf: (attemptId) => stripe.payments(attemptId).length,
    webhooks(id) {
      const type = 'checkout.session.completed';
      const event = { account: stripe.accountId, livemode: false, type, data: { object: { id } } };
      const body = JSON.stringify(event);
      return { body, headers: { 'stripe-signature': signAsStripe(body, webhookSecret) } };
    },
    hang(timeoutMs) {
      stripe.faults.add({ act: 'hang', times: 100 });
      return { provider: stripeWith(timeoutMs), credentials };
    },
    failAll() {
      stripe.faults.add({ act: 'status', status: 503, times: 100 });
      return { provider, credentials };
    },
    loseResponse: () => stripe.faults.add({ method: 'POST', act: 'reset after' }),
    rejectNext: (reason) => stripe.faults.add({ act: 'status', status: 400, reason }),
    garbleResponse: () =>
      stripe.faults.add({ act: 'status', status: 200, answer: { status: 200, body: '<html>Hotel</html>' } }),
    recover: () => stripe.faults.clear(),
    stop: stripe.stop,
  };
});
