import { eventually } from './api.ts';
import type { Stack } from './stack.ts';

/** The columns of `payment.attempt` that tests read. */
type AttemptRow = {
  id: string;
  status: string;
  provider_id: string | null;
  webhook_token: string;
  return_token: string;
  refresh_wanted: boolean;
  captured_cents: string;
  refunded_cents: string;
};

/** Payment attempts of a booking, newest first. */
export async function attemptsOf({ database }: Stack, bookingId: number): Promise<AttemptRow[]> {
  const { rows } = await database.query<AttemptRow>(
    `SELECT a.* FROM payment.attempt a JOIN payment.payment p ON p.venue_id = a.venue_id AND p.id = a.payment_id
     WHERE p.booking_id = $1 ORDER BY a.number DESC`,
    [bookingId],
  );
  return rows;
}

/** The newest payment attempt of a booking, once its provider has created the checkout. */
export async function checkoutOf(
  stack: Stack,
  bookingId: number,
): Promise<AttemptRow & { provider_id: string }> {
  let made: AttemptRow | undefined;
  await eventually(`there is a checkout for booking ${bookingId}`, async () => {
    [made] = await attemptsOf(stack, bookingId);
    return typeof made?.provider_id === 'string';
  });
  return made as AttemptRow & { provider_id: string };
}

/** Postpones the periodic status check of an attempt, so that only a hint such as a webhook triggers one. */
export async function leaveToWebhooks({ database }: Stack, attemptId: string): Promise<void> {
  await database.query(
    "UPDATE payment.attempt SET next_refresh_at = now() + interval '2 days' WHERE id = $1",
    [attemptId],
  );
}

/** Whether a hint has requested a status check of an attempt since {@link leaveToWebhooks}. */
export async function wasHinted({ database }: Stack, attemptId: string): Promise<boolean> {
  const { rows } = await database.query(
    "SELECT refresh_wanted OR next_refresh_at < now() + interval '1 day' AS hinted FROM payment.attempt WHERE id = $1",
    [attemptId],
  );
  return rows[0].hinted;
}
