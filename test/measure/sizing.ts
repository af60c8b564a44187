import type { Cost } from './cost.ts';
import { keptBytes } from './storage.ts';
import { short, table } from './table.ts';

/** What venues of different numbers would need, out of what was measured here. */

/** Assumed of an average venue and its guests. */
const ASSUMED = {
  bookingsPerDay: 20,
  paidShare: 0.5,
  /**
   * Requests to read of all who look, for each that books; on a website of the venue's own each has a
   * preflight before it.
   */
  readsPerBooking: 60,
  /** Of a day's bookings in its busiest hour. */
  busiestHour: 0.15,
};
const VENUES = [10, 10_000, 1_000_000];
/** Of a core that a replica is to use in the busiest hour. */
const LOAD = 0.6;
/** Connections of a replica of a service with a database: `openPool`. */
const POOL = 10;
const WITH_DATABASE = ['catalog', 'availability', 'booking', 'payment'];
const SERVICES = ['gateway', ...WITH_DATABASE];

export function sizingTable({ per, grown, idle }: Cost): string {
  const { bookingsPerDay, paidShare, readsPerBooking, busiestHour } = ASSUMED;
  const mixed = (of: (kind: keyof Cost['per']) => number) =>
    (1 - paidShare) * of('free booking') +
    paidShare * of('paid booking') +
    readsPerBooking * (of('read') + of('preflight'));
  const sizes = VENUES.map((venues) => {
    const perDay = venues * bookingsPerDay;
    const rate = (perDay * busiestHour) / 3600;
    const cores = Object.fromEntries(
      Object.keys(idle.cpu).map((name) => [name, (rate / 1000) * mixed((kind) => per[kind].cpu[name] ?? 0)]),
    );
    const replicas = Object.fromEntries(
      SERVICES.map((name) => [name, Math.max(2, Math.ceil((cores[name] ?? 0) / LOAD))]),
    );
    return { perDay, rate, cores, replicas };
  });
  const stored =
    (1 - paidShare) * keptBytes(grown['free booking']) + paidShare * keptBytes(grown['paid booking']);
  const row = (title: string, of: (size: (typeof sizes)[number]) => string) => [title, ...sizes.map(of)];
  return table(
    ['in the busiest hour', ...VENUES.map((venues) => `${short(venues)} venues`)],
    [
      row(`bookings a day: ${bookingsPerDay} × venues`, ({ perDay }) => short(perDay)),
      row(`bookings a second: a day's × ${busiestHour} ÷ 3,600`, ({ rate }) => short(rate)),
      row(`reads a second: × ${readsPerBooking}, and as many preflights`, ({ rate }) =>
        short(rate * readsPerBooking),
      ),
      ...SERVICES.map((name) =>
        row(
          `${name}: cores → replicas at ${LOAD} core each, two at least`,
          ({ cores, replicas }) => `${short(cores[name] ?? 0)} → ${short(replicas[name] ?? 0)}`,
        ),
      ),
      ...['PostgreSQL', 'NATS', 'Redis'].map((name) =>
        row(`${name}: cores`, ({ cores }) => short(cores[name] ?? 0)),
      ),
      row(`connections to PostgreSQL: ${POOL} × replicas of those four`, ({ replicas }) =>
        short(WITH_DATABASE.reduce((sum, name) => sum + POOL * (replicas[name] ?? 0), 0)),
      ),
      row('statements a second', ({ rate }) =>
        short((rate / 1000) * mixed((kind) => per[kind].counts.statements ?? 0)),
      ),
      row('WAL, MB a second', ({ rate }) =>
        short(((rate / 1000) * mixed((kind) => per[kind].counts.walBytes ?? 0)) / 1024 ** 2),
      ),
      row('events a second', ({ rate }) =>
        short((rate / 1000) * mixed((kind) => per[kind].counts.events ?? 0)),
      ),
      row('kept for ever, GB a day', ({ perDay }) => short((perDay * stored) / 1024 ** 3)),
    ],
  );
}
