import type { ProviderName } from '@venue-booking/proto/payment/providers';
import type { Texts } from '../../../texts/en.ts';

type Text = keyof Texts['payments'];

/** An input for linking an account; `hint` says where to find the value. */
export type Credential = {
  key: string;
  text: Text;
  secret?: true;
  check?: true;
  example?: string;
  hint?: Text;
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
            hint: 'apiKeyHint',
          },
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
            hint: 'accountIdHint',
          },
        ],
      },
    ],
  },
  sandbox: { label: 'Sandbox', methods: [{ text: 'byNothing', credentials: [] }] },
};

/** Whether an owner chooses the mode and the payment methods when connecting an account. */
export const hasConnectOptions = (name: string): boolean => name === 'mollie';

/** Whether connecting makes an account for the venue, so that its owner needs none before. */
export const makesAccount = (name: string): boolean => name === 'stripe';

/** The display name of a provider; a provider that only a newer service knows keeps its key. */
export const labelOf = (name: string): string =>
  name in providers ? providers[name as ProviderName].label : name;
