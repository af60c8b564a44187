-- Hours before a visit at which its guest is reminded, and hours after it at which a follow-up goes out; 0: none. New venues remind
-- (services/catalog/venueStore.ts); existing ones do once their owner sets hours. `visit_info`: what guests should know about their
-- visit. `review_url`: where they can write a review.
ALTER TABLE venue
  ADD COLUMN reminder_hours integer NOT NULL DEFAULT 0,
  ADD COLUMN follow_up_hours integer NOT NULL DEFAULT 0,
  ADD COLUMN visit_info text,
  ADD COLUMN review_url text;
