import { fail } from '@venue-booking/proto/failures';
import { type Request, type Response, Router } from 'express';
import type { Backends } from './backends.ts';
import { inCall } from './inCall.ts';
import { answerAt } from './methods.ts';

const BUDGET_MS = 15_000;

/**
 * `GET /calendars/{secret}.ics`: the bookings of a facility, for whoever has its secret address. Requests for
 * one address that come while it is being read share the answer: all phones of a venue ask on the hour. The
 * service that reads it lets the feeds of one venue wait for each other.
 */
export function calendarFeed({ booking }: Pick<Backends, 'booking'>): Router {
  const router = Router();
  const underWay = new Map<string, Promise<Buffer>>();
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
  const readOnce = (secret: string): Promise<Buffer> => {
    const reading = underWay.get(secret) ?? read(secret).finally(() => underWay.delete(secret));
    underWay.set(secret, reading);
    return reading;
  };
  const answer = async (request: Request<{ file: string }>, response: Response) => {
    const secret = /^([\w-]{20,100})\.ics$/.exec(request.params.file)?.[1];
    if (secret === undefined) throw fail('feed_not_found');
    const calendar = await readOnce(secret);
    response
      .set({
        'Content-Type': 'text/calendar; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
      .send(calendar);
  };
  answerAt(router, '/calendars/:file', { get: inCall(BUDGET_MS, answer) });
  return router;
}

/** Calendars with the same head as one: the first, with the appointments of all. */
function joinCalendars([first = '', ...others]: string[]): string {
  const end = 'END:VCALENDAR';
  const appointmentsOf = (calendar: string) => {
    const start = calendar.indexOf('BEGIN:VEVENT');
    return start < 0 ? '' : calendar.slice(start, calendar.lastIndexOf(end));
  };
  const cut = first.lastIndexOf(end);
  return first.slice(0, cut) + others.map(appointmentsOf).join('') + first.slice(cut);
}
