-- What providers say about connected accounts, which comes late, repeatedly and out of order.
ALTER TABLE connection
  -- When the owner last went to the provider.
  ADD COLUMN started_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Numbers the requests for the onboarding, and the request whose answer is stored.
  ADD COLUMN asked integer NOT NULL DEFAULT 0,
  ADD COLUMN answered integer NOT NULL DEFAULT 0,
  -- When an event said that the account was disconnected; null once the provider has contradicted it.
  ADD COLUMN disconnected_at timestamptz(3);
