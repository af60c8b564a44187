import type { SandboxOutcome } from '@venue-booking/proto/payment/payment';
import type { PaymentDatabase } from '../../database.ts';

/** Number of webhooks that follow an outcome, and their delay. */
const webhooksFor: Record<string, { count: number; delay: string }> = {
  once: { count: 1, delay: '0' },
  lost: { count: 0, delay: '0' },
  repeated: { count: 5, delay: '0' },
  delayed: { count: 1, delay: '5 seconds' },
};

/**
 * Ends an open checkout with the outcome that the guest chose, and plans its webhooks. `late` leaves the
 * checkout open until one second after its expiry; it then becomes paid and cannot be ended. Returns whether
 * the checkout changed.
 */
export async function endCheckout(
  database: PaymentDatabase,
  { id, outcome, webhooks }: { id: string; outcome: SandboxOutcome; webhooks: string },
): Promise<boolean> {
  const { count = 1, delay = '0' } = webhooksFor[webhooks] ?? {};
  const isLate = outcome === 'late';
  const ended = await database.$executeRaw`
    UPDATE payment.sandbox_checkout SET
      status = ${isLate ? 'open' : outcome},
      paid_from = CASE WHEN ${isLate} THEN greatest(expires_at, now()) + interval '1 second' END,
      webhooks_left = CASE WHEN webhook_url = '' THEN 0 ELSE ${count}::integer END,
      webhook_at = CASE WHEN ${isLate} THEN greatest(expires_at, now()) + interval '1 second' ELSE now() END + ${delay}::interval
    WHERE id = ${id} AND status = 'open' AND paid_from IS NULL`;
  return ended === 1;
}
