-- Whom a booking is for by category, `[{key, name: {nl, en}, count}]`; NULL: the facility had no categories. `people` counts those who take places.
ALTER TABLE booking ADD COLUMN guests jsonb;
