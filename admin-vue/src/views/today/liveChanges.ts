import type { LiveChange } from '@venue-booking/proto/booking/calendar';
import { onScopeDispose, type Ref, ref } from 'vue';

const SOONEST_MS = 1000;
const LATEST_MS = 30_000;
/** Usually a gateway's restart takes less, so a shorter break is not shown. */
const SHOWN_AFTER_MS = 1500;

/**
 * Subscribes to server-sent change events, and reconnects when the connection is lost.
 * @param handlers.change one item changed
 * @param handlers.anything anything may have changed, for example during a lost connection
 * @param handlers.begins events arrive from now on; earlier changes were not reported
 * @returns whether the connection has been lost long enough to show it
 */
export function useLive(
  address: string,
  handlers: { change: (change: LiveChange) => void; anything: () => void; begins: () => void },
): { lost: Readonly<Ref<boolean>> } {
  const lost = ref(false);
  let source: EventSource | undefined;
  let wait = SOONEST_MS;
  let again: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let broken = false;

  const opened = () => {
    wait = SOONEST_MS;
    clearTimeout(telling);
    telling = undefined;
    lost.value = false;
    if (broken) handlers.anything();
    else handlers.begins();
    broken = false;
  };
  const failed = () => {
    broken = true;
    telling ??= setTimeout(() => {
      lost.value = true;
    }, SHOWN_AFTER_MS);
    // Otherwise the browser reconnects by itself.
    if (source?.readyState === EventSource.CLOSED) retry();
  };
  const retry = () => {
    source?.close();
    clearTimeout(again);
    again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LATEST_MS, wait * 2);
  };
  const connect = () => {
    source = new EventSource(address);
    source.addEventListener('open', opened);
    source.addEventListener('error', failed);
    source.addEventListener('change', ({ data }) => handlers.change(JSON.parse(data) as LiveChange));
    source.addEventListener('venue', handlers.anything);
    // The next calendar request returns the reason, and ends the session if that is the cause.
    source.addEventListener('ended', () => {
      broken = true;
      retry();
      handlers.anything();
    });
  };
  connect();
  const online = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    wait = SOONEST_MS;
    retry();
  };
  addEventListener('online', online);
  onScopeDispose(() => {
    removeEventListener('online', online);
    clearTimeout(again);
    clearTimeout(telling);
    source?.close();
  });
  return { lost };
}
