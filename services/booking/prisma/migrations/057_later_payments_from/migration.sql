-- When guests of a venue may begin to pay open amounts online. Existing venues wait for the end of a rolling
-- upgrade, because the previous release ignores money of such payments. New venues do not wait.
ALTER TABLE venue ADD COLUMN later_payments_from timestamptz(3) NOT NULL DEFAULT now() + interval '1 hour';
-- contract: the column is new; the previous release never writes it
ALTER TABLE venue ALTER COLUMN later_payments_from SET DEFAULT now();
