import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { daysAhead, newAddress } from './api.ts';
import type { Balancer } from './balancer.ts';

type Answered = Awaited<ReturnType<Balancer['send']>>;
/** Where guests book: a facility that is free of charge, and slots of a venue with online payment. */
type Places = { free: { slug: string; facility: number }; paid: { slug: string; slots: number[] } };

/**
 * Short enough that requests are always in progress, long enough that processes start in a second meanwhile.
 */
const PAUSE_MS = 150;
const GUESTS = { reading: 1, free: 2, paid: 1 };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const HTML = { Accept: 'text/html' };

/**
 * Starts guests who read, book, cancel and pay until they are stopped, each with one request at a time and
 * without retries. @param options.times multiplies the number of guests of each kind
 */
export function startGuests(balancer: Balancer, { free, paid }: Places, { times = 1 } = {}) {
  /** Requests that failed: no response, a server error, or a rejection other than 422 (a full slot). */
  const failures: string[] = [];
  const counts = { requests: 0, booked: 0, full: 0, paid: 0, cancelled: 0 };
  let stopped = false;

  const send = async (method: string, path: string, sent: Parameters<Balancer['send']>[2] = {}) => {
    counts.requests += 1;
    const what = `${method} ${path.slice(0, 40)}`;
    const answer = await balancer.send(method, path, sent).catch((error: Error) => {
      failures.push(`${what}: ${error.message}`);
      return null;
    });
    if (answer && answer.status >= 400 && answer.status !== 422)
      failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer && answer.status < 400 ? answer : null;
  };
  const get = (slug: string, path: string) =>
    send('GET', `/api/site${path}`, { headers: { 'X-Tenant': slug } });
  const book = async (slug: string, slotId: number) => {
    const answer = await send('POST', '/api/site/bookings', {
      headers: { 'X-Tenant': slug, 'X-Forwarded-For': newAddress(), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        slot_id: slotId,
        people: 2,
        customer_name: 'Anna Jansen',
        customer_email: `${randomUUID()}@example.com`,
      }),
    });
    counts[answer ? 'booked' : 'full'] += 1;
    return answer && JSON.parse(answer.text);
  };
  const pathOf = (url: string | undefined) => {
    const { pathname, search } = new URL(url ?? '', 'http://localhost');
    return pathname + search;
  };
  const next = ({ headers }: Answered) => pathOf(headers.location);

  const date = (turn: number) => daysAhead(3 + (turn % 10));
  const guests = {
    async reading(turn: number) {
      await get(free.slug, '/facilities');
      const day = await get(free.slug, `/facilities/${free.facility}/slots?date=${date(turn)}`);
      const slots = day ? JSON.parse(day.text).slots : [];
      if (slots.length > 0) await get(free.slug, `/slots/${slots[turn % slots.length].id}`);
    },
    async free(turn: number) {
      const day = await get(free.slug, `/facilities/${free.facility}/slots?date=${date(turn)}`);
      // Only four slots, so that they are soon full.
      const slot = day && JSON.parse(day.text).slots[turn % 4];
      const booked = slot && (await book(free.slug, slot.id));
      if (!booked || turn % 3 > 0) return;
      const ticket = pathOf(booked.ticket_url);
      await send('GET', ticket, { headers: HTML });
      if (await send('POST', `${ticket}/cancel`, { headers: FORM })) counts.cancelled += 1;
    },
    async paid(turn: number) {
      const booked = await book(paid.slug, paid.slots[turn % paid.slots.length] ?? 0);
      if (!booked) return;
      const payPath = pathOf(booked.payment.checkout_url);
      let sentOn = await send('GET', payPath, { headers: HTML });
      // While there is no checkout yet, the pay link shows a page that asks to wait.
      for (let tries = 0; sentOn?.status === 200 && tries < 100; tries++) {
        await sleep(250);
        sentOn = await send('GET', payPath, { headers: HTML });
      }
      if (sentOn?.status !== 303) return;
      const chosen = await send('POST', next(sentOn), {
        headers: { ...FORM, ...HTML },
        body: 'outcome=paid',
      });
      if (!chosen) return;
      if (await send('GET', next(chosen), { headers: HTML })) counts.paid += 1;
    },
  };
  const running = Object.entries(GUESTS).flatMap(([kind, each]) => {
    const many = times * each;
    return Array.from({ length: many }, async (_, guest) => {
      for (let turn = guest; !stopped; turn += many) {
        await guests[kind as keyof typeof guests](turn);
        await sleep(PAUSE_MS);
      }
    });
  });
  return {
    failures,
    counts,
    /** Lets every guest finish the current turn. */
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
