-- A code with which guests book series in a facility. `hash`: SHA-256 of the code. `series`: the series with coming dates
-- that were made with it; the row's lock makes their number exact. See docs/decisions/0128-codes-for-series.
CREATE TABLE series_code (
  id          uuid PRIMARY KEY,
  venue_id    integer NOT NULL,
  facility_id integer NOT NULL,
  name        text NOT NULL,
  hash        text NOT NULL UNIQUE,
  max_dates   integer NOT NULL,
  series      uuid[] NOT NULL DEFAULT '{}',
  created_at  timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX series_code_by_venue ON series_code (venue_id);
