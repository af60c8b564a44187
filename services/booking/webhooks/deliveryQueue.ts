import type { WebhookPayload } from '@venue-booking/proto/webhook';
import type { BookingDatabase } from '../database.ts';

/** A delivery that this process may try now, with what it takes. */
export type ClaimedDelivery = {
  venueId: number;
  id: string;
  webhookId: string;
  /** Of this attempt. */
  claimId: string;
  payload: WebhookPayload;
  /** This attempt included. */
  attempts: number;
  /** Time since it was queued, in ms. */
  forMs: number;
  url: string;
  active: boolean;
  /** Sealed: the secret, and the one before while both sign. */
  secrets: string[];
};

/** What became of an attempt. */
export type Outcome =
  | { status: 'delivered'; responseStatus: number }
  | { status: 'failed'; responseStatus: number | null; error: string }
  | { status: 'queued'; responseStatus: number | null; error: string; waitMs: number };

/** Longer than an attempt takes; a crash gives the delivery back after that. */
const LEASE_SECONDS = 60;

/**
 * Takes deliveries that are due under a lease, so that replicas share the work. First come those of the
 * venues that have the fewest attempts under way, then those that wait longest; from each webhook and venue
 * only as many as its bounds leave: one that hangs keeps no others waiting. Only what is taken is locked, and
 * looked at once more. Now is rounded as columns are: see claimMail.
 */
export async function claimDeliveries(
  database: BookingDatabase,
  underWay: readonly { venueId: number; webhookId: string }[],
  bounds: { free: number; perWebhook: number; perVenue: number },
): Promise<ClaimedDelivery[]> {
  const webhooks = underWay.map(({ webhookId }) => webhookId);
  const venues = underWay.map(({ venueId }) => venueId);
  return database.$queryRaw<ClaimedDelivery[]>`
    WITH due AS MATERIALIZED (
      SELECT d.venue_id, d.id, d.next_at,
        row_number() OVER (PARTITION BY d.venue_id ORDER BY d.next_at)
          + (SELECT count(*) FROM unnest(${venues}::integer[]) AS busy(id) WHERE busy.id = d.venue_id) AS of_venue
      FROM booking.webhook w CROSS JOIN LATERAL (
        SELECT venue_id, id, next_at FROM booking.webhook_delivery
        WHERE venue_id = w.venue_id AND webhook_id = w.id AND status = 'queued' AND next_at <= now()::timestamptz(3)
        ORDER BY next_at
        LIMIT greatest(0, ${bounds.perWebhook}::bigint
          - (SELECT count(*) FROM unnest(${webhooks}::uuid[]) AS busy(id) WHERE busy.id = w.id))
      ) d
      ORDER BY of_venue, next_at
      LIMIT 4 * ${bounds.free}::bigint -- more than are taken, as other replicas may have locked some
    ),
    locked AS MATERIALIZED (
      SELECT d.venue_id, d.id
      FROM due JOIN booking.webhook_delivery d ON (d.venue_id, d.id) = (due.venue_id, due.id)
      WHERE due.of_venue <= ${bounds.perVenue} AND d.status = 'queued' AND d.next_at <= now()::timestamptz(3)
      ORDER BY due.of_venue, due.next_at
      LIMIT ${bounds.free}
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
      t.payload, t.attempts, (extract(epoch FROM now() - t.queued_at) * 1000)::float AS "forMs", w.url, w.active,
      array_remove(ARRAY[w.secret, CASE WHEN w.previous_until > now() THEN w.previous_secret END], NULL) AS secrets
    FROM taken t JOIN booking.webhook w ON (w.venue_id, w.id) = (t.venue_id, t.webhook_id)`;
}

/**
 * Writes down an outcome, unless another attempt began or a replay asked for one meanwhile: then that one's
 * counts. What failed at an address that the webhook no longer has does not wait.
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

/** Gives back a delivery whose attempt was broken off: it does not count. */
export async function releaseDelivery(
  database: BookingDatabase,
  { venueId, id, claimId }: ClaimedDelivery,
): Promise<void> {
  await database.$executeRaw`
    UPDATE booking.webhook_delivery SET attempts = attempts - 1, claim_id = NULL, next_at = now()
    WHERE venue_id = ${venueId} AND id = ${id}::uuid AND claim_id = ${claimId}::uuid`;
}
