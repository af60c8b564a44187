-- What invoices say about the venue, in the API's format (proto/src/invoice/invoiceDetails.ts); null: it issues none.
ALTER TABLE venue ADD COLUMN invoicing jsonb;
