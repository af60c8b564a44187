-- Outgoing webhooks: where a venue hears of its bookings, and what was sent there.

CREATE TABLE webhook (
  venue_id integer NOT NULL REFERENCES venue (id),
  id uuid NOT NULL UNIQUE,
  url text NOT NULL,
  -- Sealed under SECRETS_KEY. After a rotation the secret before signs as well, until previous_until.
  secret text NOT NULL,
  previous_secret text,
  previous_until timestamptz(3),
  event_types text[] NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);

-- An event on its way to a webhook, kept for a while afterwards as the log. The payload is ids and states only.
CREATE TABLE webhook_delivery (
  venue_id integer NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- The attempt under way: only its outcome counts. Null while it waits.
  claim_id uuid,
  -- When to try (again). Whoever tries moves it ahead first, so it is a lease too: a crash gives the delivery back.
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Since when it is being tried; a replay begins anew.
  queued_at timestamptz(3) NOT NULL DEFAULT now(),
  response_status integer,
  -- In our own words, never what the receiver said.
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  delivered_at timestamptz(3),
  PRIMARY KEY (venue_id, id),
  -- Each event is delivered once per webhook.
  UNIQUE (webhook_id, event_id),
  FOREIGN KEY (venue_id, webhook_id) REFERENCES webhook (venue_id, id) ON DELETE CASCADE,
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (venue_id, webhook_id, next_at) WHERE status = 'queued';
CREATE INDEX webhook_delivery_log ON webhook_delivery (venue_id, webhook_id, created_at, id);
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (queued_at);
