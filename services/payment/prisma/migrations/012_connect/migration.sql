-- Linking an account at the provider itself. See docs/decisions/0102-connect-at-the-provider.md.

-- One visit of an owner to a provider. The callback deletes it, so that its state works once.
CREATE TABLE connect_visit (
  venue_id integer NOT NULL,
  -- Hash of the `state` that comes back from the provider.
  state text NOT NULL UNIQUE,
  provider text NOT NULL,
  -- Hash of a cookie, and the session of the person. The callback must come from both.
  browser text NOT NULL,
  session text NOT NULL,
  started_by text NOT NULL,
  return_url text NOT NULL,
  -- What the owner chose for the account.
  options jsonb NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (venue_id, state)
);
CREATE INDEX connect_visit_expires ON connect_visit (expires_at);

-- What a provider granted to the platform for a venue. It is pending until an account of the venue uses it.
CREATE TABLE connection (
  venue_id integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  provider text NOT NULL,
  started_by text NOT NULL,
  -- The organisation at the provider.
  organization text NOT NULL,
  organization_name text NOT NULL,
  -- Sealed under SECRETS_KEY: tokens, and the credentials of the accounts to choose from.
  secret text NOT NULL,
  -- Counts the renewals of the tokens.
  version integer NOT NULL DEFAULT 1,
  -- Until when one process renews the tokens.
  renewing_until timestamptz(3),
  -- Names of the accounts to choose from, and the one that was chosen.
  accounts jsonb NOT NULL,
  account text,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- What the provider allows and asks for.
  onboarding jsonb NOT NULL,
  -- When to renew the tokens; null for those that do not expire.
  renew_at timestamptz(3),
  -- When to ask for the onboarding, or, once it has ended, to revoke it.
  ask_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it was unlinked or given up, and when the provider has revoked it.
  ended_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX connection_to_ask ON connection (ask_at) WHERE revoked_at IS NULL;
CREATE INDEX connection_to_renew ON connection (renew_at) WHERE revoked_at IS NULL;
CREATE INDEX connection_of_organization ON connection (provider, organization) WHERE revoked_at IS NULL;

-- The connection whose tokens the account uses; null for credentials of its own.
ALTER TABLE account ADD COLUMN connection_id uuid;
