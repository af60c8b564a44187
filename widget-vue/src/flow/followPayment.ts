import { isPending, type Outcome } from '../booking/outcome.ts';
import type { FlowState } from './flowState.ts';

const MAX_POLLS = 100;
/** Starts at 2 s and grows to 30 s, for as long as a hold may last. */
const pauseBefore = (loadTicket: number): number => Math.min(2000 * 1.1 ** loadTicket, 30_000);

/**
 * Polls the outcome of a booking until it is settled.
 * @param now whether to poll immediately
 * @param signal stops polling
 */
export async function followPayment(
  state: FlowState,
  loadTicket: (ticketUrl: string) => Promise<void>,
  { now, signal }: { now: boolean; signal: AbortSignal },
): Promise<void> {
  const ticketUrl = (state.outcome as Outcome).ticket_url;
  for (let polls = now ? 0 : 1; polls < MAX_POLLS; polls++) {
    if (signal.aborted || !isPending(state.outcome as Outcome)) return;
    await pause(polls && pauseBefore(polls), signal);
    await loadTicket(ticketUrl);
  }
}

/** Never resolves if aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
