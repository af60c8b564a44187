-- Passkeys of people, gone with them: public keys, which sign nobody in.

CREATE TABLE passkey (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- What the device calls it, in base64url.
  credential_id text NOT NULL UNIQUE,
  -- COSE, in base64url.
  public_key text NOT NULL,
  -- How often the device says it has signed. Those that are kept in sync say 0 for ever.
  counter bigint NOT NULL CHECK (counter >= 0),
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE INDEX passkey_person ON passkey (person_id, created_at);
