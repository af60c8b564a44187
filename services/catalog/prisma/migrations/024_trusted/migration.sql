-- Whether the operator trusts the venue: its texts may link anywhere, and its mail go to any number of people.
ALTER TABLE venue ADD COLUMN trusted boolean NOT NULL DEFAULT false;
