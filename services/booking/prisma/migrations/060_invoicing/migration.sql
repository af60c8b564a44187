-- Copied from catalog: what invoices say about the venue; null: it issues none.
ALTER TABLE venue ADD COLUMN invoicing jsonb;
