-- How the venue looks, in the API's format (proto/src/venue/brand.ts). A setting that is absent is not set.
ALTER TABLE venue ADD COLUMN brand jsonb NOT NULL DEFAULT '{}';
