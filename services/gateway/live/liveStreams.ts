import type { LiveChange } from '@venue-booking/proto/booking/calendar';
import { fail } from '@venue-booking/proto/failures';
import type { Response } from 'express';

/** Maximum number of streams per caller and per venue in one gateway. */
export const MAX_STREAMS = { perCaller: 20, perVenue: 200 };
/** Unsent bytes of a stream: about a minute of the busiest venue. Slower readers are disconnected. */
const MAX_UNSENT_BYTES = 64_000;
/** Changes of a venue are sent in batches at this interval. */
const BATCH_MS = 100;
/** A larger batch is sent as a single `venue` event. */
const MAX_BATCH = 50;
/** Shorter than the stall timeout of `limitedServer` and the idle timeout of common proxies. */
const HEARTBEAT_MS = 10_000;
/** Minimum interval between access checks of all streams, because every sign-out triggers one. */
const RECHECK_MS = 500;
/** Maximum time that a reader may take to receive the end of its stream. */
const END_TIMEOUT_MS = 5000;

/**
 * A subscriber to a venue. `hasAccess` returns whether it still has access; it is called with each heartbeat.
 */
export type Listener = { venueId: number; caller: string; hasAccess: () => Promise<boolean> };

type Stream = Listener & { response: Response };

/** Server-sent events for readers of a venue. Events name what has changed, not its new state. */
export function createLiveStreams({
  heartbeatMs = HEARTBEAT_MS,
  batchMs = BATCH_MS,
  endTimeoutMs = END_TIMEOUT_MS,
} = {}) {
  const byVenue = new Map<number, Set<Stream>>();
  const batches = new Map<number, (LiveChange | null)[]>();
  let heartbeatTimer: NodeJS.Timeout | undefined;

  const all = () => [...byVenue.values()].flatMap((streams) => [...streams]);
  let recheckTimer: NodeJS.Timeout | undefined;
  let recheckAgain = false;
  const write = (stream: Stream, text: string) => {
    stream.response.write(text);
    if (stream.response.writableLength > MAX_UNSENT_BYTES) stream.response.destroy();
  };
  const remove = (stream: Stream) => {
    const streams = byVenue.get(stream.venueId);
    if (!streams?.delete(stream)) return;
    if (streams.size === 0) byVenue.delete(stream.venueId);
    if (byVenue.size > 0) return;
    clearInterval(heartbeatTimer);
    heartbeatTimer = undefined;
  };
  const check = async (stream: Stream) => {
    // If the check fails, keep the stream: the next heartbeat checks again.
    const allowed = await stream.hasAccess().catch(() => true);
    if (!allowed) finish(stream, 'event: ended\ndata: {}\n\n');
  };
  /** Ends a stream once: writing to a response after its end crashes the process. */
  const finish = (stream: Stream, lastEvent = '') => {
    if (!byVenue.get(stream.venueId)?.has(stream)) return;
    remove(stream);
    const { response } = stream;
    // A reader that does not read is disconnected without the last event.
    const timer = setTimeout(() => response.destroy(), endTimeoutMs).unref();
    response.once('close', () => clearTimeout(timer)).end(lastEvent);
  };
  const recheck = () => {
    recheckAgain = recheckTimer !== undefined;
    if (recheckAgain) return;
    for (const stream of all()) void check(stream);
    recheckTimer = setTimeout(() => {
      recheckTimer = undefined;
      if (recheckAgain) recheck();
    }, RECHECK_MS).unref();
  };
  const sendHeartbeats = () => {
    for (const stream of all()) {
      write(stream, ': still here\n\n');
      void check(stream);
    }
  };
  const flush = (venueId: number) => {
    const changes = batches.get(venueId) ?? [];
    batches.delete(venueId);
    const streams = byVenue.get(venueId);
    if (!streams) return;
    const isLarge = changes.length > MAX_BATCH || changes.includes(null);
    const text = isLarge
      ? 'event: venue\ndata: {}\n\n'
      : changes.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`).join('');
    for (const stream of streams) write(stream, text);
  };

  return {
    /** @throws `too_many_streams` */
    open(response: Response, listener: Listener): void {
      // The client disconnected during authentication, so no close event will follow.
      if (response.destroyed) return;
      const streams = byVenue.get(listener.venueId);
      const { perCaller, perVenue } = MAX_STREAMS;
      const ofCaller = all().filter(({ caller }) => caller === listener.caller);
      if (ofCaller.length >= perCaller) throw fail('too_many_streams', { limit: perCaller });
      if ((streams?.size ?? 0) >= perVenue) throw fail('too_many_streams', { limit: perVenue });
      const stream = { ...listener, response };
      byVenue.set(listener.venueId, (streams ?? new Set()).add(stream));
      response.once('close', () => remove(stream));
      heartbeatTimer ??= setInterval(sendHeartbeats, heartbeatMs).unref();
      // Random, so that readers do not all reconnect at once when a gateway stops.
      write(stream, `retry: ${500 + Math.floor(Math.random() * 1000)}\nevent: ready\ndata: {}\n\n`);
    },
    /** Sends a change of a venue to its readers; null: anything may have changed. */
    publish(venueId: number, change: LiveChange | null): void {
      if (!byVenue.has(venueId)) return;
      const batch = batches.get(venueId);
      if (!batch) {
        batches.set(venueId, [change]);
        setTimeout(flush, batchMs, venueId).unref();
      } else if (batch.length <= MAX_BATCH) batch.push(change);
    },
    /** Checks the access of all streams: now, or soon if the last check is recent. */
    recheck,
    /** Number of open streams. */
    count: () => all().length,
    /** Ends all streams; their readers reconnect. */
    end() {
      for (const stream of all()) finish(stream);
    },
  };
}
export type LiveStreams = ReturnType<typeof createLiveStreams>;
