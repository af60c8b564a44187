-- A token of the operator for a program, as a hash. `made_by`: the named operator who made it, and with
-- whom it ends.
CREATE TABLE operator_token (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'support')),
  hash text NOT NULL UNIQUE,
  made_by uuid REFERENCES person (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);
CREATE INDEX operator_token_made_by ON operator_token (made_by);
