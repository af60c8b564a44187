-- Copied from catalog: whether guests also get an SMS as a reminder and for an offer of the waiting list, and the calling code of
-- national phone numbers, such as `31`. NULL: no.
ALTER TABLE venue
  ADD COLUMN sms_reminders boolean,
  ADD COLUMN sms_offers boolean,
  ADD COLUMN sms_country_code text;
