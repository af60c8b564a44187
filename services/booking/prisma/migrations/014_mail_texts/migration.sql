-- What a venue's mail says instead of the built-in text. Kinds and languages have no CHECK: a newer version may know
-- more of them.
CREATE TABLE mail_text (
  venue_id integer NOT NULL REFERENCES venue (id),
  kind text NOT NULL,
  language text NOT NULL,
  -- NULL: the built-in one.
  subject text,
  body text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, kind, language)
);
