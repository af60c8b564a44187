-- How much one guest may hold of a venue. Null: the venue never chose, and has the default; any number: its name is in `uncapped`.
ALTER TABLE venue
  ADD COLUMN max_open_holds_per_network integer,
  ADD COLUMN max_coming_bookings_per_email integer,
  ADD COLUMN max_coming_bookings_per_address integer,
  ADD COLUMN max_coming_bookings_per_network integer,
  ADD COLUMN uncapped text[] NOT NULL DEFAULT '{}',
  -- Whether a guest's browser has to work for a booking.
  ADD COLUMN proof_of_work boolean NOT NULL DEFAULT false;
