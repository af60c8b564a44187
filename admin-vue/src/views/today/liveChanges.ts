import type { LiveChange } from '@venue-booking/proto/calendar';
import { onScopeDispose, type Ref, ref } from 'vue';

const SOONEST_MS = 1000;
const LATEST_MS = 30_000;
/** A gateway that restarts is back, or another one there, before anybody needs to know. */
const SHOWN_AFTER_MS = 1500;

/**
 * Hears of changes at an address of server-sent events, and comes back when the connection is lost.
 * @param hear.change one thing has changed
 * @param hear.anything anything may have: also after a break, whose changes nobody has told
 * @param hear.begins from now on changes are told: of those before nobody has
 * @returns whether the connection is lost for so long that the person should know
 */
export function useLive(
  address: string,
  hear: { change: (change: LiveChange) => void; anything: () => void; begins: () => void },
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
    if (broken) hear.anything();
    else hear.begins();
    broken = false;
  };
  const failed = () => {
    broken = true;
    telling ??= setTimeout(() => {
      lost.value = true;
    }, SHOWN_AFTER_MS);
    // Else the browser comes back by itself.
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
    source.addEventListener('change', ({ data }) => hear.change(JSON.parse(data) as LiveChange));
    source.addEventListener('venue', hear.anything);
    // The next look at the calendar says why, and signs out where that is the reason.
    source.addEventListener('ended', () => {
      broken = true;
      retry();
      hear.anything();
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
