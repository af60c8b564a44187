import { randomBytes } from 'node:crypto';
import { daysAhead, eventually } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { drawTrace, startOtlpReceiver } from '../stack/otlpReceiver.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { median } from './table.ts';
import { countUsage } from './usage.ts';
import { print } from './work.ts';

type Extent = { rounds: number; bookings: number };
export const FULL_TRACES: Extent = { rounds: 15, bookings: 600 };
export const QUICK_TRACES: Extent = { rounds: 1, bookings: 10 };

const CONCURRENT = 4;

/**
 * Draws the trace of a paid booking, and compares the processor time of bookings with 1 % of the requests
 * traced and with traces off, in turn.
 * @returns the additional processor time as a share
 */
export async function measureTraces({ rounds, bookings }: Extent): Promise<number> {
  const collector = await startOtlpReceiver();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
  const stacks: Stack[] = [];
  try {
    const all = await startInOneProcess({ env: traced });
    stacks.push(all);
    const traceId = await bookAndPay(all);
    await Promise.all(all.processes.map((process) => process.stop()));
    print(drawTrace(collector.trace(traceId)));
    const loads: (() => Promise<number>)[] = [];
    for (const env of [{}, { ...traced, ...sampled }]) {
      const stack = await startInOneProcess({ env });
      stacks.push(stack);
      loads.push(await loadOn(stack, bookings));
    }
    const [without, withTraces] = loads as [() => Promise<number>, () => Promise<number>];
    // Code is compiled and plans are made.
    for (let round = 0; round < Math.min(2, rounds); round++) for (const load of loads) await load();
    const shares: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const isTurned = round % 2 === 1;
      const first = await (isTurned ? withTraces : without)();
      const second = await (isTurned ? without : withTraces)();
      const [off, on] = isTurned ? [second, first] : [first, second];
      shares.push(on / off - 1);
      print(`off ${off.toFixed(2)} s, on ${on.toFixed(2)} s`);
    }
    return median(shares);
  } finally {
    for (const stack of stacks) await stack.stop();
    await collector.stop();
  }
}

/** Books and pays, and waits for the mail. Returns the id of the trace. */
async function bookAndPay(stack: Stack): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
  const venue = await newPaidVenue(stack);
  // The first booking loads code.
  await venue.bookAndPay();
  const booked = await venue.book({}, headers);
  const isRequested = async () =>
    (await stack.database.query('SELECT FROM payment.payment WHERE booking_id = $1', [booked.id]))
      .rowCount === 1;
  await eventually('the payment is requested', isRequested);
  await payThrough(booked.payUrl);
  await venue.becomes(booked.id, 'confirmed');
  await eventually('the ticket is mailed', () => stack.mail.to(booked.email).length > 0);
  return traceId;
}

/** Makes guests for a venue. The function that is returned books, and returns the processor time in s. */
async function loadOn({ api, processes }: Stack, bookings: number): Promise<() => Promise<number>> {
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug, { capacity: 1000 });
  const slots: number[] = [];
  for (let day = 1; day <= 20; day++) {
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(day)}`);
    slots.push(...body.slots.map(({ id }: { id: number }) => id));
  }
  let next = 0;
  return async () => {
    const usage = countUsage(processes);
    const until = next + bookings;
    const guest = async () => {
      while (next < until) {
        const { status, text } = await api.book(slug, { slot_id: slots[next++ % slots.length], people: 1 });
        // A busy machine may be too slow for a booking; each stack has its own share of those.
        if (status !== 201 && status !== 503) throw new Error(text);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, guest));
    return Object.values(usage().cpu).reduce((sum, used) => sum + used, 0);
  };
}
