-- Who bears the share of the platform's fee that a provider does not return with a refund.
-- locks: a few rows for each venue
ALTER TABLE account ADD COLUMN fee_bearer text NOT NULL DEFAULT 'venue' CHECK (fee_bearer IN ('venue', 'platform'));
