-- The W3C traceparent of the work that made the event; NULL unless it was traced, and for events of the previous release.
ALTER TABLE outbox ADD COLUMN traceparent text;
