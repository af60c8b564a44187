-- Whether guests can join a waiting list of the facility, and for how many minutes a place is offered to one of them.
ALTER TABLE facility
  ADD COLUMN waiting_list boolean NOT NULL DEFAULT false,
  ADD COLUMN offer_minutes integer NOT NULL DEFAULT 60;
