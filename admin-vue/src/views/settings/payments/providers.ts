import type { ProviderName } from '@venue-booking/proto/payment/providers';
import type { Locale } from '@venue-booking/proto/primitives';
import type { accountTexts } from './accountTexts.ts';

type Text = keyof (typeof accountTexts)['en'];

/** An input for linking an account; `hint` says where to find the value. */
export type Credential = {
  key: string;
  text: Text;
  secret?: true;
  check?: true;
  example?: string;
  hint?: Record<Locale, string>;
};

/** A method to link an account of a provider. */
export type LinkMethod = { text: Text; credentials: Credential[] };

const slowMethods: Credential = { key: 'slow_methods', text: 'slowMethods', check: true };

/** The payment providers that an owner can choose, with their methods to link an account. */
export const providers: Record<ProviderName, { label: string; methods: [LinkMethod, ...LinkMethod[]] }> = {
  mollie: {
    label: 'Mollie',
    methods: [
      {
        text: 'byKey',
        credentials: [
          {
            key: 'api_key',
            text: 'apiKey',
            secret: true,
            example: 'live_… / test_…',
            hint: {
              en: 'Create one in the Mollie dashboard, under Developers > API access tokens (formerly API keys). Mollie shows it once. A test key starts with test_, a live key with live_.',
              nl: 'Maak er een aan in het Mollie-dashboard, bij Developers > API access tokens (voorheen API-keys). Mollie toont hem één keer. Een testsleutel begint met test_, een live-sleutel met live_.',
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
    methods: [
      {
        text: 'byAccount',
        credentials: [
          {
            key: 'account_id',
            text: 'accountId',
            example: 'acct_…',
            hint: {
              en: 'Only the platform operator can link a new account, because the ID does not prove who owns it. Send this ID to the operator.',
              nl: 'Alleen de beheerder van het platform kan een nieuw account koppelen, want het ID bewijst niet van wie het is. Geef dit ID door aan de beheerder.',
            },
          },
        ],
      },
    ],
  },
  sandbox: { label: 'Sandbox', methods: [{ text: 'byNothing', credentials: [] }] },
};

/** The display name of a provider; a provider that only a newer service knows keeps its key. */
export const labelOf = (name: string): string =>
  name in providers ? providers[name as ProviderName].label : name;
