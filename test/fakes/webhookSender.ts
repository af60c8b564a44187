import { setTimeout as sleep } from 'node:timers/promises';

/** How webhooks are delivered: once, never, repeatedly, or after a delay in ms. */
export type WebhookBehaviour = 'deliver' | 'lose' | { repeat: number } | { delay: number };

type Webhook = { url: string; body: string; headers: Record<string, string> };

const LONGEST_DELIVERY_MS = 10_000;

/** Sends a provider's webhooks according to `behaviour`. It never retries. */
export function webhookSender() {
  const sent: (Webhook & { status: number | null })[] = [];

  async function post(webhook: Webhook): Promise<void> {
    const request = { method: 'POST', headers: webhook.headers, body: webhook.body };
    const status = await fetch(webhook.url, { ...request, signal: AbortSignal.timeout(LONGEST_DELIVERY_MS) })
      .then(async (response) => {
        await response.body?.cancel();
        return response.status;
      })
      .catch(() => null);
    sent.push({ ...webhook, status });
  }

  const sender = {
    behaviour: 'deliver' as WebhookBehaviour,
    /** Webhooks sent so far, each with the response status, or null without a response. */
    sent,
    /** Resolves when the receiver has responded, or at once if the webhook is lost or delayed. */
    async send(webhook: Webhook): Promise<void> {
      const { behaviour } = sender;
      if (behaviour === 'lose') return;
      if (behaviour === 'deliver') return post(webhook);
      if ('repeat' in behaviour) {
        await Promise.all(Array.from({ length: behaviour.repeat }, () => post(webhook)));
        return;
      }
      void sleep(behaviour.delay, null, { ref: false }).then(() => post(webhook));
    },
  };
  return sender;
}
