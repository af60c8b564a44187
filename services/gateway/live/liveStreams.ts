import type { LiveChange } from '@venue-booking/proto/calendar';
import { fail } from '@venue-booking/proto/failures';
import type { Response } from 'express';

/** Streams of one caller, and of one venue, that a gateway keeps at once. */
export const MOST_STREAMS = { perCaller: 20, perVenue: 200 };
/** What may wait for a reader, in bytes: a minute of the busiest venue. Who reads slower is let go. */
const MOST_WAITING = 64_000;
/** Changes of a venue are told together, this often at most. */
const GATHER_MS = 100;
/** More changes than this at once are told as one: that there is something new. */
const MOST_TOLD = 50;
/** Less than a connection may be still (`limitedServer`), and than common proxies wait. */
const HEARTBEAT_MS = 10_000;
/** Streams are looked at anew this often at most, as anybody who signs out asks for it. */
const RECHECK_MS = 500;
/** How long a reader may take for the last words of its stream. */
const LAST_WORDS_MS = 5000;

/** Who listens to which venue, and whether it still may: looked up with each heartbeat. */
export type Listener = { venueId: number; caller: string; stillMay: () => Promise<boolean> };

type Stream = Listener & { response: Response };

/** Server-sent events to those who look at a venue: what has changed, never what it is now. */
export function createLiveStreams({
  heartbeatMs = HEARTBEAT_MS,
  gatherMs = GATHER_MS,
  lastWordsMs = LAST_WORDS_MS,
} = {}) {
  const byVenue = new Map<number, Set<Stream>>();
  const gathered = new Map<number, (LiveChange | null)[]>();
  let beating: NodeJS.Timeout | undefined;

  const all = () => [...byVenue.values()].flatMap((streams) => [...streams]);
  let rechecking: NodeJS.Timeout | undefined;
  let recheckAgain = false;
  const write = (stream: Stream, text: string) => {
    stream.response.write(text);
    if (stream.response.writableLength > MOST_WAITING) stream.response.destroy();
  };
  const forget = (stream: Stream) => {
    const streams = byVenue.get(stream.venueId);
    if (!streams?.delete(stream)) return;
    if (streams.size === 0) byVenue.delete(stream.venueId);
    if (byVenue.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  };
  const check = async (stream: Stream) => {
    // Who can't be asked about just now is asked again.
    const may = await stream.stillMay().catch(() => true);
    if (!may) finish(stream, 'event: ended\ndata: {}\n\n');
  };
  /** Ends a stream once: a response that is written to after its end takes the process down. */
  const finish = (stream: Stream, lastWords = '') => {
    if (!byVenue.get(stream.venueId)?.has(stream)) return;
    forget(stream);
    const { response } = stream;
    // Who does not read is told nothing, and keeps no connection.
    const timer = setTimeout(() => response.destroy(), lastWordsMs).unref();
    response.once('close', () => clearTimeout(timer)).end(lastWords);
  };
  const recheck = () => {
    recheckAgain = rechecking !== undefined;
    if (recheckAgain) return;
    for (const stream of all()) void check(stream);
    rechecking = setTimeout(() => {
      rechecking = undefined;
      if (recheckAgain) recheck();
    }, RECHECK_MS).unref();
  };
  const beat = () => {
    for (const stream of all()) {
      write(stream, ': still here\n\n');
      void check(stream);
    }
  };
  const flush = (venueId: number) => {
    const changes = gathered.get(venueId) ?? [];
    gathered.delete(venueId);
    const streams = byVenue.get(venueId);
    if (!streams) return;
    const isMuch = changes.length > MOST_TOLD || changes.includes(null);
    const text = isMuch
      ? 'event: venue\ndata: {}\n\n'
      : changes.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`).join('');
    for (const stream of streams) write(stream, text);
  };

  return {
    /** @throws `too_many_streams` */
    open(response: Response, listener: Listener): void {
      // Gone while it was asked who it is: its end is told to nobody any more.
      if (response.destroyed) return;
      const streams = byVenue.get(listener.venueId);
      const { perCaller, perVenue } = MOST_STREAMS;
      const own = all().filter(({ caller }) => caller === listener.caller);
      if (own.length >= perCaller) throw fail('too_many_streams', { limit: perCaller });
      if ((streams?.size ?? 0) >= perVenue) throw fail('too_many_streams', { limit: perVenue });
      const stream = { ...listener, response };
      byVenue.set(listener.venueId, (streams ?? new Set()).add(stream));
      response.once('close', () => forget(stream));
      beating ??= setInterval(beat, heartbeatMs).unref();
      // Not all at once, when a gateway stops under many.
      write(stream, `retry: ${500 + Math.floor(Math.random() * 1000)}\nevent: ready\ndata: {}\n\n`);
    },
    /** Tells what has changed of a venue; null: anything. */
    tell(venueId: number, change: LiveChange | null): void {
      if (!byVenue.has(venueId)) return;
      const waiting = gathered.get(venueId);
      if (!waiting) {
        gathered.set(venueId, [change]);
        setTimeout(flush, gatherMs, venueId).unref();
      } else if (waiting.length <= MOST_TOLD) waiting.push(change);
    },
    /** Looks who still may listen: at once, or soon after the last look. */
    recheck,
    /** How many are open. */
    count: () => all().length,
    /** Ends all streams, so that their readers come back by another connection. */
    end() {
      for (const stream of all()) finish(stream);
    },
  };
}
export type LiveStreams = ReturnType<typeof createLiveStreams>;
