import { cpus } from 'node:os';
import { short, table } from './table.ts';

export const KINDS = ['free booking', 'paid booking', 'read', 'preflight'] as const;
export type Kind = (typeof KINDS)[number];

/** Processor time of a request by process, in ms, and the bytes that a booking adds for good. */
export type Load = {
  ms: Record<Kind, Record<string, number>>;
  kept: Record<'free booking' | 'paid booking', number>;
};

/** Assumptions about an average venue and its guests. */
const ASSUMED = {
  bookingsPerDay: 20,
  paidShare: 0.5,
  /** Reads of all visitors, for each booking. On the venue's own website each has a preflight. */
  readsPerBooking: 60,
  /** Share of a day's bookings in its busiest hour. */
  busiestHour: 0.15,
};
const VENUES = [10, 10_000, 1_000_000];
/** Share of a core that a replica may use in the busiest hour. */
const LOAD = 0.6;
/** Connections of a replica of a service with a database (`openPool`). */
const POOL = 10;
const WITH_DATABASE = ['catalog', 'availability', 'booking', 'payment'];
const SERVICES = ['gateway', ...WITH_DATABASE];

/** Projects what platforms of different sizes need from the cost of single requests. */
export function sizingTable({ ms, kept }: Load): string {
  const { bookingsPerDay, paidShare, readsPerBooking, busiestHour } = ASSUMED;
  const mixed = (name: string) =>
    (1 - paidShare) * (ms['free booking'][name] ?? 0) +
    paidShare * (ms['paid booking'][name] ?? 0) +
    readsPerBooking * ((ms.read[name] ?? 0) + (ms.preflight[name] ?? 0));
  const sizes = VENUES.map((venues) => {
    const perDay = venues * bookingsPerDay;
    const rate = (perDay * busiestHour) / 3600;
    const cores = (name: string) => (rate / 1000) * mixed(name);
    const replicas = (name: string) => Math.max(2, Math.ceil(cores(name) / LOAD));
    return { perDay, rate, cores, replicas };
  });
  const stored = (1 - paidShare) * kept['free booking'] + paidShare * kept['paid booking'];
  const row = (title: string, of: (size: (typeof sizes)[number]) => string) => [title, ...sizes.map(of)];
  return table(
    [
      `in the busiest hour, cores of ${cpus()[0]?.model.trim()}`,
      ...VENUES.map((venues) => `${short(venues)} venues`),
    ],
    [
      row('bookings a second', ({ rate }) => short(rate)),
      row('reads a second, and as many preflights', ({ rate }) => short(rate * readsPerBooking)),
      ...SERVICES.map((name) =>
        row(
          `${name}: cores → replicas`,
          ({ cores, replicas }) => `${short(cores(name))} → ${short(replicas(name))}`,
        ),
      ),
      ...['PostgreSQL', 'NATS'].map((name) => row(`${name}: cores`, ({ cores }) => short(cores(name)))),
      row('connections to PostgreSQL', ({ replicas }) =>
        short(WITH_DATABASE.reduce((sum, name) => sum + POOL * replicas(name), 0)),
      ),
      row('stored for good, GB a day', ({ perDay }) => short((perDay * stored) / 1024 ** 3)),
    ],
  );
}
