import type { Locale } from '@venue-booking/proto/primitives';
import type { ProviderName } from '@venue-booking/proto/providers';
import type { accountTexts } from './accountTexts.ts';

type Text = keyof (typeof accountTexts)['en'];

/** What is typed to link an account; `hint` says where it is found. */
export type Credential = {
  key: string;
  text: Text;
  secret?: true;
  check?: true;
  example?: string;
  hint?: Record<Locale, string>;
};

/** One way of linking an account of a provider. */
export type Way = { text: Text; credentials: Credential[] };

const slowMethods: Credential = { key: 'slow_methods', text: 'slowMethods', check: true };

/** The providers that an owner can choose from, with the ways to link an account of each. */
export const providers: Record<ProviderName, { label: string; ways: [Way, ...Way[]] }> = {
  mollie: {
    label: 'Mollie',
    ways: [
      {
        text: 'byKey',
        credentials: [
          {
            key: 'api_key',
            text: 'apiKey',
            secret: true,
            example: 'live_… / test_…',
            hint: {
              en: 'You make one in Mollie’s dashboard, under Developers > API access tokens (once called API keys). It is shown there once. A test key begins with test_, a live key with live_.',
              nl: 'Je maakt er een in het dashboard van Mollie, bij Developers > API access tokens (eerder: API-keys). Je ziet hem daar één keer. Een testsleutel begint met test_, een live-sleutel met live_.',
            },
          },
          slowMethods,
        ],
      },
      {
        text: 'byToken',
        credentials: [
          { key: 'access_token', text: 'accessToken', secret: true, example: 'access_…' },
          { key: 'profile_id', text: 'profileId', example: 'pfl_…' },
          { key: 'testmode', text: 'testMode', check: true },
          slowMethods,
        ],
      },
    ],
  },
  stripe: {
    label: 'Stripe',
    ways: [
      {
        text: 'byAccount',
        credentials: [
          {
            key: 'account_id',
            text: 'accountId',
            example: 'acct_…',
            hint: {
              en: 'The operator of the platform links a new account, as its id does not show whose it is: give them this id.',
              nl: 'Een nieuw account koppelt de beheerder van het platform, want aan het id is niet te zien van wie het is: geef dit id aan de beheerder door.',
            },
          },
        ],
      },
    ],
  },
  sandbox: { label: 'Sandbox', ways: [{ text: 'byNothing', credentials: [] }] },
};

/** What people know a provider by, also one that only a newer version knows. */
export const labelOf = (name: string): string =>
  name in providers ? providers[name as ProviderName].label : name;
