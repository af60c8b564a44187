-- Counts a mail to a mailbox that has had fewer than `most` of them today, for a statement that counts many: each call
-- sees what those before it have counted. In plpgsql, whose plan is kept.
CREATE FUNCTION take_mail_turn(mailbox text, most integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  INSERT INTO booking.mail_recipient AS r (mailbox_hash) VALUES (mailbox)
  ON CONFLICT (mailbox_hash) DO UPDATE SET
    mails = CASE WHEN r.since < now() - interval '1 day' THEN 1 ELSE r.mails + 1 END,
    since = CASE WHEN r.since < now() - interval '1 day' THEN now() ELSE r.since END
  WHERE r.mails < most OR r.since < now() - interval '1 day';
  RETURN FOUND;
END
$$;
