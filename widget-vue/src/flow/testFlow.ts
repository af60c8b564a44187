import type { Start } from '../element/deepLink.ts';
import { useFlow } from './flow.ts';

export const facility = (id: number) => ({
  id,
  name: `Room ${id}`,
  mode: 'FULL' as const,
  capacity: 6,
  min_people: 2,
  max_people_per_booking: 6,
  duration_minutes: 60,
  price_eur: 10,
  open_days: [1],
  active: true,
  images: ['/images/a.jpg', 'https://img.example.com/b.jpg', 'https://[', 'c.jpg'],
  description: '',
});
export const slot = {
  id: 7,
  facility_id: 1,
  starts_at: '2026-06-01T20:00',
  ends_at: '2026-06-01T21:00',
  capacity: 6,
  booked: 0,
  free: 6,
  blocked: false,
  bookable: true,
};
export const site = { live: true, day_start: '06:00', facilities: [facility(1), facility(2)], fields: [] };
export const booking = {
  id: 1,
  status: 'pending_payment',
  reference: 'AB12',
  facility: 'Room 1',
  starts_at: '2026-06-01T20:00',
  people: 2,
  amount_eur: 20,
};
export const TICKET = 'https://api.example.com/tickets/t';
export const unpaid = {
  status: 201,
  body: { booking, ticket_url: TICKET, payment: { checkout_url: 'https://pay.example.com/1' } },
};

export type FakeResponse = { status?: number; body: object } | 'offline';

/** A response that the test sends when it is time. */
export function later() {
  let answer: (value: FakeResponse) => void = () => {};
  const promise = new Promise<FakeResponse>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
}

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });

/** A page with a fake API for one flow. Each call replaces the previous page. */
export function newPage() {
  const page = {
    settings: {
      tenant: 'sauna',
      base: 'https://api.example.com',
      locale: 'nl' as const,
      redirect: 'https://x.example/',
      start: {} as Start,
      reference: undefined as string | undefined,
      prefill: undefined as unknown,
    },
    /** Responses by path; other paths return 404. */
    answers: {
      '/api/site/facilities': { body: site },
      '/api/site/facilities/1/availability': { body: { from: '2026-06-01', days: [] } },
      '/api/site/facilities/1/slots': { body: { slots: [slot] } },
      '/api/site/slots/7': { body: slot },
    } as Record<string, FakeResponse | Promise<FakeResponse>>,
    /** Names of the emitted events; for `step`, with the step. */
    events: [] as string[],
    details: [] as object[],
    /** Bodies and idempotency keys of the bookings that were sent. */
    sent: [] as { body: { people: number }; key: string | null }[],
    /** Content of the browser's storage. */
    stored: new Map<string, string>(),
    newFlow: (mayLeave = true) =>
      useFlow(
        () => page.settings,
        (name, detail) => {
          page.events.push(name === 'step' ? `step ${(detail as { step: string }).step}` : name);
          page.details.push(detail);
          return page.listen(name) && (name !== 'redirect' || mayLeave);
        },
      ),
    /** A flow at the details step. */
    async atDetails(mayLeave = true) {
      const flow = page.newFlow(mayLeave);
      flow.resume();
      await settled();
      flow.choose(facility(1));
      await settled();
      await flow.pick(slot);
      return flow;
    },
    /** Listens to the events; false prevents what follows. */
    listen: (_name: string): boolean => true,
    isOnline: true,
    isAt: 'https://x.example/',
  };
  define('localStorage', {
    getItem: (key: string) => page.stored.get(key) ?? null,
    setItem: (key: string, value: string) => page.stored.set(key, value),
    removeItem: (key: string) => page.stored.delete(key),
  });
  const ofTab = new Map<string, string>();
  define('sessionStorage', {
    getItem: (key: string) => ofTab.get(key) ?? null,
    setItem: (key: string, value: string) => ofTab.set(key, value),
    removeItem: (key: string) => ofTab.delete(key),
  });
  define('document', { baseURI: 'https://x.example/', querySelector: () => null });
  define('navigator', {
    get onLine() {
      return page.isOnline;
    },
  });
  const location = {
    get href() {
      return page.isAt;
    },
    set href(to: string) {
      page.isAt = to;
    },
  };
  define('location', location);
  define('window', { top: { location } });
  define('fetch', async (url: string, { method, body, headers, signal }: RequestInit) => {
    const { pathname } = new URL(url);
    if (method === 'POST')
      page.sent.push({ body: JSON.parse(String(body)), key: new Headers(headers).get('Idempotency-Key') });
    const answer = await (page.answers[pathname] ?? { status: 404, body: { error: 'Unknown.' } });
    signal?.throwIfAborted();
    page.isOnline = answer !== 'offline';
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return page;
}
