import type { WebhookPayload } from '@venue-booking/proto/booking/webhook';
import type { BookingDatabase } from '../database.ts';

/** A delivery that this process has claimed, with all data for an attempt. */
export type ClaimedDelivery = {
  venueId: number;
  id: string;
  webhookId: string;
  /** Id of this attempt. */
  claimId: string;
  payload: WebhookPayload;
  /** This attempt included. */
  attempts: number;
  /** Time since it was queued, in ms. */
  ageMs: number;
  url: string;
  active: boolean;
  /** Sealed: the secret, and the previous one while both sign. */
  secrets: string[];
};

/** The outcome of an attempt. */
export type Outcome =
  | { status: 'delivered'; responseStatus: number }
  | { status: 'failed'; responseStatus: number | null; error: string }
  | { status: 'queued'; responseStatus: number | null; error: string; waitMs: number };

/** Longer than an attempt takes; after a crash the delivery is due again when the lease expires. */
const LEASE_SECONDS = 60;

/**
 * Claims due deliveries under a lease, so that replicas share the work. Venues with the fewest attempts in
 * progress come first, then the deliveries that are due longest. Limits per webhook and venue prevent a
 * receiver that hangs from delaying others. Only the claimed rows are locked, and checked again. `now()` is
 * rounded to the columns' precision: see claimMail.
 */
export async function claimDeliveries(
  database: BookingDatabase,
  inProgress: readonly { venueId: number; webhookId: string }[],
  limits: { free: number; perWebhook: number; perVenue: number },
): Promise<ClaimedDelivery[]> {
  const webhooks = inProgress.map(({ webhookId }) => webhookId);
  const venues = inProgress.map(({ venueId }) => venueId);
  return database.$queryRaw<ClaimedDelivery[]>`
    WITH due AS MATERIALIZED (
      SELECT d.venue_id, d.id, d.next_at,
        row_number() OVER (PARTITION BY d.venue_id ORDER BY d.next_at)
          + (SELECT count(*) FROM unnest(${venues}::integer[]) AS busy(id) WHERE busy.id = d.venue_id) AS of_venue
      FROM booking.webhook w CROSS JOIN LATERAL (
        SELECT venue_id, id, next_at FROM booking.webhook_delivery
        WHERE venue_id = w.venue_id AND webhook_id = w.id AND status = 'queued' AND next_at <= now()::timestamptz(3)
        ORDER BY next_at
        LIMIT greatest(0, ${limits.perWebhook}::bigint
          - (SELECT count(*) FROM unnest(${webhooks}::uuid[]) AS busy(id) WHERE busy.id = w.id))
      ) d
      ORDER BY of_venue, next_at
      LIMIT 4 * ${limits.free}::bigint -- more than needed, because other replicas may have locked some
    ),
    locked AS MATERIALIZED (
      SELECT d.venue_id, d.id
      FROM due JOIN booking.webhook_delivery d ON (d.venue_id, d.id) = (due.venue_id, due.id)
      WHERE due.of_venue <= ${limits.perVenue} AND d.status = 'queued' AND d.next_at <= now()::timestamptz(3)
      ORDER BY due.of_venue, due.next_at
      LIMIT ${limits.free}
      FOR UPDATE OF d SKIP LOCKED
    ),
    taken AS (
      UPDATE booking.webhook_delivery d
      SET attempts = attempts + 1, claim_id = gen_random_uuid(), next_at = now() + ${LEASE_SECONDS} * interval '1 second'
      FROM locked
      WHERE (d.venue_id, d.id) = (locked.venue_id, locked.id)
      RETURNING d.*
    )
    SELECT t.venue_id AS "venueId", t.id::text, t.webhook_id::text AS "webhookId", t.claim_id::text AS "claimId",
      t.payload, t.attempts, (extract(epoch FROM now() - t.queued_at) * 1000)::float AS "ageMs", w.url, w.active,
      array_remove(ARRAY[w.secret, CASE WHEN w.previous_until > now() THEN w.previous_secret END], NULL) AS secrets
    FROM taken t JOIN booking.webhook w ON (w.venue_id, w.id) = (t.venue_id, t.webhook_id)`;
}

/**
 * Stores an outcome, unless a newer attempt or a replay owns the delivery by now. If the webhook's URL has
 * changed meanwhile, the retry is due at once.
 */
export async function settleDelivery(
  database: BookingDatabase,
  { venueId, id, webhookId, claimId, url }: ClaimedDelivery,
  outcome: Outcome,
): Promise<void> {
  const { status, responseStatus } = outcome;
  const error = outcome.status === 'delivered' ? null : outcome.error;
  const waitMs = outcome.status === 'queued' ? outcome.waitMs : 0;
  await database.$executeRaw`
    UPDATE booking.webhook_delivery
    SET status = ${status}, claim_id = NULL, response_status = ${responseStatus}, last_error = ${error},
      next_at = now() + interval '1 millisecond' * CASE WHEN EXISTS (
        SELECT FROM booking.webhook WHERE venue_id = ${venueId} AND id = ${webhookId}::uuid AND url = ${url}
      ) THEN ${waitMs}::float ELSE 0 END,
      delivered_at = CASE WHEN ${status} = 'delivered' THEN now() END
    WHERE venue_id = ${venueId} AND id = ${id}::uuid AND claim_id = ${claimId}::uuid`;
}

/** Releases a delivery whose attempt was aborted; the attempt does not count. */
export async function releaseDelivery(
  database: BookingDatabase,
  { venueId, id, claimId }: ClaimedDelivery,
): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.webhook_delivery SET attempts = attempts - 1, claim_id = NULL, next_at = now()
    WHERE venue_id = ${venueId} AND id = ${id}::uuid AND claim_id = ${claimId}::uuid`;
}
