-- How many deliveries are late, and since when, over all venues: a metric, which must not read the whole queue.
-- locks: deliveries are kept for days only, and those of one venue are few
CREATE INDEX IF NOT EXISTS webhook_delivery_late ON webhook_delivery (next_at) WHERE status = 'queued';
