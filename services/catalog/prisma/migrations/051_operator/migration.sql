-- A named operator of the platform: a person who signs in like others.
CREATE TABLE operator (
  person_id uuid PRIMARY KEY REFERENCES person (id),
  role text NOT NULL CHECK (role IN ('admin', 'support')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A person without a venue is deleted, also by catalogs of the previous release. An operator needs no
-- venue, and must keep the passkeys that are deleted with the person.
CREATE FUNCTION keep_operators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM catalog.operator WHERE person_id = OLD.id) THEN
    RETURN NULL;
  END IF;
  RETURN OLD;
END
$$;
-- contract: it keeps only people whom the previous release does not know as operators
CREATE TRIGGER keep_operators BEFORE DELETE ON person FOR EACH ROW EXECUTE FUNCTION keep_operators();
