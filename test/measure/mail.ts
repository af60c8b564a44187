import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../stack/stack.ts';
import type { Crowd } from './crowd.ts';

/** How long the mail server takes for each message, in ms. */
const ANSWER_MS = 5;
/** How long the remaining mail may take, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Has guests book. Resolves with the share of the bookings whose mail had been sent when the last of them was
 * answered.
 */
export async function watchMail(
  { mail }: Stack,
  crowd: Crowd,
  coming: { concurrency: number; seconds: number },
): Promise<number> {
  mail.delayMs = ANSWER_MS;
  const before = mail.received;
  const { done } = await crowd(coming);
  const sent = mail.received - before;
  const endedAt = performance.now();
  while (mail.received - before < done) {
    if (performance.now() - endedAt > TIMEOUT_MS)
      throw new Error(`${mail.received - before} mails of ${done}`);
    await sleep(20);
  }
  mail.delayMs = 0;
  return sent / done;
}
