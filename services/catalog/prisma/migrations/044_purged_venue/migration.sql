-- A venue whose data are being purged, or were. Its row is committed before any data go, and stays: it reserves the
-- slug, so that old links never lead to another venue, and has what the fee ledger needs.
CREATE TABLE purged_venue (
  venue_id integer PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  timezone text NOT NULL,
  day_start text NOT NULL,
  deleted_at timestamptz(3) NOT NULL,
  begun_at timestamptz(3) NOT NULL DEFAULT now(),
  -- NULL until every service has purged its data.
  purged_at timestamptz(3)
);

-- A trigger, so that the slug is reserved from the previous release too.
CREATE FUNCTION keep_slug_of_purged_venue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM catalog.purged_venue p WHERE p.slug = NEW.slug) THEN
    RAISE EXCEPTION 'the slug belongs to a deleted venue' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END
$$;
-- contract: the previous release answers a unique violation with "slug taken"
CREATE TRIGGER venue_slug_is_free BEFORE INSERT ON venue FOR EACH ROW EXECUTE FUNCTION keep_slug_of_purged_venue();
