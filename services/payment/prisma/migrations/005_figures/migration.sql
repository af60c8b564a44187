-- What came in at a venue and what went back, by time.
-- locks: reads the attempts once; those of large installations make it beforehand, see CHANGELOG.md
CREATE INDEX IF NOT EXISTS attempt_by_payment_time ON attempt (venue_id, paid_at) WHERE paid_at IS NOT NULL;
-- locks: as above, of refunds
CREATE INDEX IF NOT EXISTS refund_by_time ON refund (venue_id, created_at);
