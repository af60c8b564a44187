-- Copy of the smallest party: what each booking takes of add-ons has to be there for it. 1 until the facility is next saved.
ALTER TABLE facility ADD COLUMN min_people integer NOT NULL DEFAULT 1;
