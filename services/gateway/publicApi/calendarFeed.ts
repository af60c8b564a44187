import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@venue-booking/proto/failures';
import { type Request, type Response, Router } from 'express';
import type { Backends } from '../backends/backends.ts';
import { registerRoute } from '../http/methods.ts';
import { handlerWithDeadline } from '../http/requestDeadline.ts';

const BUDGET_MS = 15_000;
/** Minimum time between two reads of one feed. Requests that arrive in between share the next read. */
const PAUSE_MS = 1000;

/**
 * `GET /calendars/{secret}.ics`: the bookings of a facility as iCalendar. The secret in the URL is the only
 * credential. Requests for one feed share a read, at most one per second, because all phones of a venue
 * refresh on the hour. The booking service queues the feeds of one venue behind each other.
 */
export function calendarFeed({ booking }: Pick<Backends, 'booking'>): Router {
  const router = Router();
  const reads = new Map<string, Promise<Buffer>>();
  const pauses = new Map<string, Promise<void>>();
  const read = async (secret: string): Promise<Buffer> => {
    const pages: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: { calendar: string; next: number | null } | null = await booking.calendarFeed.query({
        secret,
        after,
      });
      if (!page) throw fail('feed_not_found');
      pages.push(page.calendar);
      after = page.next;
    }
    return Buffer.from(joinCalendars(pages));
  };
  const pause = async (secret: string): Promise<void> => {
    await sleep(PAUSE_MS, undefined, { ref: false });
    pauses.delete(secret);
  };
  const readShared = (secret: string): Promise<Buffer> => {
    const current = reads.get(secret);
    if (current) return current;
    const readLater = async () => {
      try {
        await pauses.get(secret);
        const calendar = await read(secret);
        pauses.set(secret, pause(secret));
        return calendar;
      } finally {
        reads.delete(secret);
      }
    };
    const reading = readLater();
    reads.set(secret, reading);
    return reading;
  };
  const answer = async (request: Request<{ file: string }>, response: Response) => {
    const secret = /^([\w-]{20,100})\.ics$/.exec(request.params.file)?.[1];
    if (secret === undefined) throw fail('feed_not_found');
    const calendar = await readShared(secret);
    response
      .set({
        'Content-Type': 'text/calendar; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
      .send(calendar);
  };
  registerRoute(router, '/calendars/:file', { get: handlerWithDeadline(BUDGET_MS, answer) });
  return router;
}

/** Joins pages of one calendar: the header of the first page and the events of all pages. */
function joinCalendars([first = '', ...others]: string[]): string {
  const end = 'END:VCALENDAR';
  const eventsOf = (calendar: string) => {
    const start = calendar.indexOf('BEGIN:VEVENT');
    return start < 0 ? '' : calendar.slice(start, calendar.lastIndexOf(end));
  };
  const cut = first.lastIndexOf(end);
  return first.slice(0, cut) + others.map(eventsOf).join('') + first.slice(cut);
}
