-- The W3C traceparent of the work that made the event; NULL unless it was traced, and for events of the previous release.
ALTER TABLE outbox ADD COLUMN traceparent text;
-- Of the event that requested the payment: what a provider reports later belongs to that trace.
ALTER TABLE payment ADD COLUMN traceparent text;
