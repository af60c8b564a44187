import type { ProviderName } from '@venue-booking/proto/providers';

/** What is typed to link an account; each says a text of `accountTexts`. */
export type Credential = {
  key: string;
  text: 'apiKey' | 'accountId' | 'slowMethods';
  secret?: true;
  check?: true;
  example?: string;
};

/** The providers that an owner can choose from, with what an account of each is linked by. */
export const providers = {
  mollie: {
    label: 'Mollie',
    credentials: [
      { key: 'api_key', text: 'apiKey', secret: true, example: 'live_… / test_…' },
      { key: 'slow_methods', text: 'slowMethods', check: true },
    ],
  },
  stripe: {
    label: 'Stripe',
    credentials: [{ key: 'account_id', text: 'accountId', example: 'acct_…' }],
  },
  sandbox: { label: 'Sandbox', credentials: [] },
} satisfies Record<ProviderName, { label: string; credentials: Credential[] }>;

/** What people know a provider by, also one that only a newer version knows. */
export const labelOf = (name: string): string =>
  name in providers ? providers[name as ProviderName].label : name;
