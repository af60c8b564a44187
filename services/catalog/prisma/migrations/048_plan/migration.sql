-- Plans of the operator. `rules`: limits and missing features, in the API's format.
CREATE TABLE plan (
  key text PRIMARY KEY,
  name text NOT NULL,
  rules jsonb NOT NULL
);
-- The plan of venues that signed up themselves.
INSERT INTO plan (key, name, rules)
VALUES ('new', 'New venue', '{"limits": {"domains": 0, "bookings_per_day": 50}, "without": ["sms"]}');
