import type { ConnectOptions, Onboarding } from '@venue-booking/proto/payment/connection';

/** A visit of an owner to the provider, to be started. */
export type ConnectOrder = {
  venueId: number;
  venueName: string;
  /** Idempotency key for what the visit creates at the provider: the same until a connection was made. */
  key: string;
  /** Our address for the provider's callback, without a query. */
  callbackUrl: string;
  /** A random text that the callback must carry as its `state`. */
  state: string;
  /** The page of the dashboard, for a provider that needs no callback. */
  returnUrl: string;
  options: ConnectOptions;
  /** Credentials of the account that the venue has connected at this provider, or is connecting. */
  existing: unknown;
};

/** Tokens that give access for a limited time, and a token that renews them. Times are in ms since 1970. */
export type Grant = {
  /** Added to the credentials of the account for each call. */
  credentials: Readonly<Record<string, string>>;
  refreshToken: string;
  expiresAt: number;
  /** When to renew them, well before they expire. */
  renewAt: number;
};

/** An account that the owner may choose. Its credentials lack those of the grant. */
export type ConnectedAccount = { account: string; name: string; credentials: Record<string, unknown> };

/** What the provider granted. `grant` is null if the credentials do not expire. */
export type Connected = {
  organization: { id: string; name: string };
  grant: Grant | null;
  /** At least one. */
  accounts: ConnectedAccount[];
  mode: 'live' | 'test';
};

/**
 * Linking an account at the provider itself. Every call ends in time and throws `ProviderError`; `renew`
 * throws `unauthorized` if the grant was withdrawn.
 */
export type ConnectFlow = {
  /** Starts a visit. A provider that needs no callback returns what it granted at once. */
  start(order: ConnectOrder): Promise<{ authorizeUrl: string; connected?: Connected }>;
  /** Finishes a visit with the query of the callback. Null: the owner has declined. */
  finish?(returned: {
    query: Readonly<Record<string, string>>;
    callbackUrl: string;
    options: ConnectOptions;
  }): Promise<Connected | null>;
  /**
   * What the provider allows now. Null: the platform no longer has access to the account.
   * @param credentials with those of the grant
   */
  onboarding(credentials: Readonly<Record<string, unknown>>): Promise<Onboarding | null>;
  /** Renews a grant. Absent if credentials do not expire. */
  renew?(grant: Grant): Promise<Grant>;
  /** Withdraws a grant. Absent if there is nothing to withdraw. */
  revoke?(grant: Grant): Promise<void>;
};
