-- Guests hear of a refund that did not go through.
ALTER TABLE mail
  -- contract: only widened, nothing that was written before is refused
  DROP CONSTRAINT mail_kind_check,
  ADD CONSTRAINT mail_kind_check
    CHECK (kind IN ('confirmed', 'cancelled', 'changed', 'payment_due', 'refunded', 'refund_failed')) NOT VALID;
