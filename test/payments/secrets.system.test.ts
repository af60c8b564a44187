import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { MOLLIE_CARD } from '../fakes/mollieState.ts';
import { STRIPE_PAYER } from '../fakes/stripeState.ts';
import { columnsContaining, columnsOf, logsOf, redisOf, streamsOf } from '../stack/search.ts';
import { causeFailures, PLANTED, type Secrets } from '../stack/secretTraces.ts';
import { SECRETS_KEY, SIGNING_KEY, startAsServices, startInOneProcess } from '../stack/stack.ts';
import { startTestProviders, type TestProviders } from '../stack/testProviders.ts';

/** Columns that have to contain our own tokens, which are looked up by them. */
const HOME: Record<string, string[]> = {
  'webhook token': ['payment.attempt.webhook_token'],
  'return token': ['payment.attempt.return_token'],
};

const PAYER = { name: 'Thea Testkaart-Mollie', email: `thea.${randomUUID()}@payer.example` };

/** Secrets that exist before anything happens. */
const keysOf = ({ mollie, stripe }: TestProviders): Secrets => {
  const signingKey = SIGNING_KEY.secret;
  return [
    ['Mollie API key', mollie.testKey],
    ['Mollie live key', mollie.liveKey],
    ['Mollie access token', mollie.accessToken],
    ['Stripe API key', stripe.apiKey],
    ['Stripe webhook secret', stripe.webhookSecret],
    ['SECRETS_KEY', SECRETS_KEY.split(':')[1] ?? ''],
    ['SIGNING_KEYS', signingKey.toString('base64url')],
    ['SIGNING_KEYS', signingKey.toString('hex')],
    ['payer of Mollie', PAYER.name],
    ['payer of Mollie', PAYER.email],
    ...Object.values(MOLLIE_CARD).map((value) => ['payer of Mollie', value] as const),
    ...Object.values(STRIPE_PAYER).map((value) => ['payer of Stripe', value] as const),
  ];
};

// Both modes run concurrently, as each mostly waits.
describe.concurrent('payment secrets', () => {
  const ways = {
    'as services': (env: Record<string, string>) => startAsServices({ ownRedis: true, env }),
    'in one process': (env: Record<string, string>) => startInOneProcess({ env }),
  };
  for (const [way, start] of Object.entries(ways))
    it(`appear in no log, event, table, error or Redis key, whatever fails (${way})`, async (t) => {
      const providers = await startTestProviders();
      providers.mollie.set({ payer: PAYER });
      const stack = await start({ ...providers.env, LOG_LEVEL: 'trace', PAYMENT_SWEEP_INTERVAL_MS: '2000' });
      try {
        providers.connectTo(stack);
        const { met, answers } = await causeFailures(stack, providers);
        const columns = await columnsOf(stack);
        const elsewhere = {
          logs: logsOf(stack),
          streams: await streamsOf(stack),
          redis: await redisOf(stack),
          answers: answers.join('\n'),
        };
        // The search finds what is there.
        assert.ok(columnsContaining(columns, PLANTED.event).includes('payment.outbox.payload'));
        assert.deepEqual(columnsContaining(elsewhere, PLANTED.event), stack.natsUrl ? ['streams'] : []);
        assert.deepEqual(columnsContaining(elsewhere, PLANTED.answer), ['logs', 'answers']);
        for (const { attempt } of met)
          assert.ok(columnsContaining(columns, attempt).includes('payment.attempt.id'));
        assert.ok(
          met.some(({ attempt }) => elsewhere.logs.includes(attempt)),
          'logs name attempts',
        );
        const secrets = [...keysOf(providers), ...met.flatMap((one) => one.secrets)];
        for (const [what, secret] of secrets) {
          assert.ok(secret.length >= 8, `${what} is long enough to be searched for`);
          assert.deepEqual(columnsContaining(columns, secret), HOME[what] ?? [], `${what} in a table`);
          assert.deepEqual(columnsContaining(elsewhere, secret), [], what);
        }
        t.annotate(
          `${secrets.length} secrets in ${Object.keys(columns).length} columns, ${answers.length} error responses, ` +
            `${elsewhere.logs.length} characters of logs, ${elsewhere.streams.length} of streams`,
        );
      } finally {
        await stack.stop();
        await providers.stop();
      }
    });
});
