-- A link with which a person makes a venue: requested by the person, or an invitation of the operator.
CREATE TABLE sign_up_link (
  hash text PRIMARY KEY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  language text NOT NULL,
  invited boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE UNIQUE INDEX sign_up_link_id ON sign_up_link (id);
CREATE INDEX sign_up_link_email ON sign_up_link (email, created_at);
CREATE INDEX sign_up_link_expires ON sign_up_link (expires_at);
