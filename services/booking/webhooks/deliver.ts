import type { SecretBox } from '@venue-booking/kit/secrets/secretBox';
import { Webhook } from 'standardwebhooks';
import type { ClaimedDelivery, Outcome } from './deliveryQueue.ts';
import { ReceiverRejected } from './receiverUrl.ts';
import { backoffMs } from './retrySchedule.ts';
import { NoResponse, type Receivers } from './safeRequest.ts';
import { contextOf, NOT_ACTIVE } from './webhookStore.ts';

const GONE = 410;

/**
 * Attempts a delivery once and returns the outcome to store. A 410 means that the receiver is gone for good.
 * @param signal aborts the attempt, which then rejects
 */
export async function deliver(
  { receivers, box }: { receivers: Receivers; box: SecretBox },
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const failed = (error: string, responseStatus: number | null = null): Outcome => {
    const waitMs = backoffMs(claimed, Math.random());
    return waitMs === null
      ? { status: 'failed', responseStatus, error }
      : { status: 'queued', responseStatus, error, waitMs };
  };
  if (!claimed.active) return { status: 'failed', responseStatus: null, error: NOT_ACTIVE };
  const secrets = openSecrets(box, claimed);
  if (!secrets) return failed('cannot decrypt the secret: its key is missing from SECRETS_KEY');
  try {
    const status = await receivers.post(claimed.url, { ...signed(claimed, secrets, new Date()), signal });
    if (status >= 200 && status < 300) return { status: 'delivered', responseStatus: status };
    if (status === GONE)
      return { status: 'failed', responseStatus: GONE, error: 'the receiver is gone (410)' };
    if (status >= 300 && status < 400) return failed(`redirected (${status}): not followed`, status);
    return failed(`the receiver responded with ${status}`, status);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ReceiverRejected) return failed(`the URL is not allowed: ${error.message}`);
    if (error instanceof NoResponse) return failed(error.message);
    throw error;
  }
}

/** Whether the receiver wants no more deliveries (410). */
export const isGone = ({ responseStatus }: Outcome): boolean => responseStatus === GONE;

/** The request by the Standard Webhooks specification, signed now with each secret. */
function signed({ id, payload }: ClaimedDelivery, secrets: readonly string[], now: Date) {
  const { type, timestamp, data } = payload;
  const body = JSON.stringify({ type, timestamp, data });
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'venue-booking-webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
    },
  };
}

function openSecrets(box: SecretBox, { venueId, webhookId, secrets }: ClaimedDelivery): string[] | null {
  try {
    return secrets.map((secret) => box.open(secret, contextOf({ venueId, id: webhookId })));
  } catch {
    return null;
  }
}
