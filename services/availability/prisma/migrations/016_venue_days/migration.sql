-- Catalog's special days of every year, as JSON.
ALTER TABLE venue ADD COLUMN holidays text;

-- In a removed exception: the weekly hours apply, whatever the venue as a whole has. Facility 0 is the venue.
ALTER TABLE opening_exception ADD COLUMN weekly boolean NOT NULL DEFAULT false;
