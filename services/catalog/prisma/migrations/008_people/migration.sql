-- People who work at venues, and their sessions in the owner's page. Of links and sessions only hashes are kept.

-- Gone with the last venue that somebody belongs to.
CREATE TABLE person (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  language text NOT NULL CHECK (language IN ('nl', 'en')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE membership (
  venue_id integer NOT NULL REFERENCES venue (id),
  person_id uuid NOT NULL REFERENCES person (id),
  role text NOT NULL CHECK (role IN ('owner', 'desk')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Sessions from before it do not reach this venue: an owner has signed the person out there.
  sessions_from timestamptz(3),
  PRIMARY KEY (venue_id, person_id)
);
CREATE INDEX membership_person ON membership (person_id);

CREATE TABLE sign_in_link (
  hash text PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX sign_in_link_person ON sign_in_link (person_id, created_at);
CREATE INDEX sign_in_link_expires ON sign_in_link (expires_at);

CREATE TABLE session (
  hash text PRIMARY KEY,
  -- Null: the operator's.
  person_id uuid REFERENCES person (id) ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('nl', 'en')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX session_person ON session (person_id, last_seen_at);
CREATE INDEX session_last_seen ON session (last_seen_at);

-- How often somebody tried to sign in of late, under a keyed hash of their address.
CREATE TABLE sign_in_turn (
  key text PRIMARY KEY,
  taken integer NOT NULL,
  since timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_turn_since ON sign_in_turn (since);
