-- Whether redirect_origins says where guests of the venue may return to. False until booking has reported the websites that bookings from
-- before used; code of the release before leaves it false at new venues, and booking reports those as well.
ALTER TABLE venue ADD COLUMN redirects_settled boolean NOT NULL DEFAULT false;
-- locks: one row for each venue
CREATE INDEX IF NOT EXISTS venue_redirects_unsettled ON venue (id) WHERE NOT redirects_settled;
