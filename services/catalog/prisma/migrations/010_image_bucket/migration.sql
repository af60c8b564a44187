-- Where an image is in the bucket, or is about to be; its bytes are here until the bucket has them.
ALTER TABLE image ADD COLUMN object text;
-- contract: no row is without bytes until IMAGES_URL is set, which the release before does not know
ALTER TABLE image ALTER COLUMN bytes DROP NOT NULL;
-- What a pass looks through: whatever may have to be moved to the bucket.
CREATE INDEX IF NOT EXISTS image_in_database ON image (created_at) WHERE bytes IS NOT NULL; -- locks: it has come with this release, and is small

-- Objects in the bucket that nothing shows any more.
CREATE TABLE image_removal (
  venue_id integer NOT NULL,
  object text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (venue_id, object)
);
CREATE INDEX image_removal_due ON image_removal (due_at);
