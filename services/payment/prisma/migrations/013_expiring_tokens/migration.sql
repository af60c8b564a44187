-- Accounts at Mollie that carry a fee have a pasted access token, which expires after an hour. Their owners
-- should connect them instead.
INSERT INTO attention (venue_id, kind, subject, detail)
SELECT venue_id, 'token_expires', id::text, 'the pasted access token expires: connect the account instead'
FROM account
WHERE provider = 'mollie' AND carries_fee AND connection_id IS NULL AND unlinked_at IS NULL
ON CONFLICT DO NOTHING;
