import { setTimeout as sleep } from 'node:timers/promises';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { FeedQuery } from '@venue-booking/proto/booking/calendarFeed';
import { fail } from '@venue-booking/proto/failures';
import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import type { Backends } from '../backends/backends.ts';
import { registerRoute } from '../http/methods.ts';
import { handlerWithDeadline } from '../http/requestDeadline.ts';

const BUDGET_MS = 15_000;
/** Minimum time between two reads of one feed. Requests that arrive in between share the next read. */
const PAUSE_MS = 1000;

/**
 * `GET /calendars/{secret}.ics`: the bookings of a facility as iCalendar, with `past_days` past days (30 by
 * default). The secret in the URL is the only credential. Requests for one feed share a read, at most one
 * per second, because all phones of a venue refresh on the hour. The booking service queues the feeds of
 * one venue behind each other.
 */
export function calendarFeed({ booking }: Pick<Backends, 'booking'>): Router {
  const router = Router();
  const reads = new Map<string, Promise<Buffer>>();
  const pauses = new Map<string, Promise<void>>();
  const read = async (feed: Feed): Promise<Buffer> => {
    const pages: string[] = [];
    let used = 0;
    for (let at: Next | null = { after: 0 }; at !== null; ) {
      const page: Page | null = await booking.calendarFeed.query({ ...feed, ...at, used });
      if (!page) throw fail('feed_not_found');
      pages.push(page.calendar);
      used += Buffer.byteLength(page.calendar);
      at = nextOf(page);
    }
    return Buffer.from(joinCalendars(pages));
  };
  const pause = async (key: string): Promise<void> => {
    await sleep(PAUSE_MS, undefined, { ref: false });
    pauses.delete(key);
  };
  const readShared = (feed: Feed): Promise<Buffer> => {
    const key = `${feed.secret} ${feed.pastDays}`;
    const current = reads.get(key);
    if (current) return current;
    const readLater = async () => {
      try {
        await pauses.get(key);
        const calendar = await read(feed);
        pauses.set(key, pause(key));
        return calendar;
      } finally {
        reads.delete(key);
      }
    };
    const reading = readLater();
    reads.set(key, reading);
    return reading;
  };
  const answer = async (request: Request<{ file: string }>, response: Response) => {
    const secret = /^([\w-]{20,100})\.ics$/.exec(request.params.file)?.[1];
    if (secret === undefined) throw fail('feed_not_found');
    const { past_days: pastDays } = readQuery(request);
    const calendar = await readShared({ secret, pastDays });
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

function readQuery(request: Request<{ file: string }>): z.infer<typeof FeedQuery> {
  const { success, data, error } = FeedQuery.safeParse(request.query);
  if (!success) throw fail('invalid_request', { detail: describeIssues(error) });
  return data;
}

type Feed = { secret: string; pastDays: number };
type Page = { calendar: string; next: number | null; cursor?: string | null | undefined };
type Next = { after: number; cursor?: string | undefined };

/** A booking service of the previous release sends no cursor, and pages by id. */
function nextOf({ cursor, next }: Page): Next | null {
  if (cursor !== undefined) return cursor === null ? null : { after: 0, cursor };
  return next === null ? null : { after: next };
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
