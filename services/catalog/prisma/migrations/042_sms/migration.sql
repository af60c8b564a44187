-- Whether guests also get an SMS as a reminder and for an offer of the waiting list. `sms_country_code`: calling code of national phone
-- numbers, such as `31`; NULL: only international numbers get an SMS.
ALTER TABLE venue
  ADD COLUMN sms_reminders boolean NOT NULL DEFAULT false,
  ADD COLUMN sms_offers boolean NOT NULL DEFAULT false,
  ADD COLUMN sms_country_code text;
