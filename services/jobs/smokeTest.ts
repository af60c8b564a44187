import { randomUUID } from 'node:crypto';
import { publicUrl, readEnv } from '@venue-booking/kit/process/env';
import { Email } from '@venue-booking/proto/primitives';
import { Slug } from '@venue-booking/proto/venue';
import { z } from 'zod';
import type { Api } from './smoke/api.ts';
import { book, cancel, chooseSlot, PEOPLE, pay, readTicket, seeFree } from './smoke/guest.ts';
import { stepsOf, until } from './smoke/steps.ts';
import { cancelBookings, findFacility, findVenue, linkSandbox, setLive, setNotLive } from './smoke/venue.ts';

/** For all of it, and of that for undoing. */
const WHOLE_MS = 60_000;
const UNDO_MS = 20_000;
const UNDO_STEP_MS = 10_000;
/** How long a booking whose answer was lost may take to show. */
const LOST_MS = 4000;

export const smokeTestEnv = z.object({
  API_URL: publicUrl.describe('Address of the gateway; whatever links it answers with, the test stays there'),
  OPERATOR_TOKEN: z.string().min(1).describe("The operator's token; it is never printed"),
  SMOKE_VENUE: Slug.default('smoke-test').describe(
    'Slug of the venue. One that the test has not made is left alone; let one test at a time use it',
  ),
  SMOKE_EMAIL: Email.default('smoke-test@example.com').describe(
    'Who gets the mail of the booking: name a mailbox of yours where mail is really sent',
  ),
});

/**
 * `smoke-test`: books on a running installation as a guest does, at a venue of its own, and undoes it, also
 * when a step fails or it is told to end. One run at a time per venue.
 * @throws Error with the steps that failed
 */
export async function run(): Promise<void> {
  const env = readEnv(smokeTestEnv);
  const target = { url: env.API_URL, token: env.OPERATOR_TOKEN, venue: env.SMOKE_VENUE };
  const guest = { name: `Smoke test ${randomUUID()}`, email: env.SMOKE_EMAIL };
  const startedAt = performance.now();
  const end = startedAt + WHOLE_MS;
  const held: Held = { live: false, booking: false };
  const failures: string[] = [];
  const note = ({ message }: Error) => void failures.push(message);

  const going = stepsOf(target, { until: end - UNDO_MS, interrupted: signalled() });
  await goThrough(going, { venue: target.venue, guest, held }).catch(note);
  const undoing = stepsOf(target, { until: end });
  if (held.live) await undoing.step('set the venue not live', setNotLive, UNDO_STEP_MS).catch(note);
  if (held.booking) {
    const cancelIt = (api: Api) => cancelWhatShows(api, guest.name);
    await undoing.step('cancel what may have been booked', cancelIt, UNDO_STEP_MS).catch(note);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failures.length > 0)
    throw new Error(`The smoke test failed after ${seconds} s ${failures.join('; and ')}`);
  console.log(`The smoke test passed in ${seconds} s.`);
}

/** What there may be to undo. */
type Held = { live: boolean; booking: boolean };

/**
 * @param run.held is kept up to date before each step that acquires something, and after the one that gives
 * the booking back
 */
async function goThrough(
  { step, skip }: ReturnType<typeof stepsOf>,
  { venue, guest, held }: { venue: string; guest: { name: string; email: string }; held: Held },
): Promise<void> {
  await step('find or make the venue', (api) => findVenue(api, venue));
  const facility = await step('find or make its facility', findFacility);
  const refusal = await step('link the sandbox', linkSandbox);
  held.live = true;
  await step('set the venue live', setLive);
  const slot = await step('list what can be booked', (api) => chooseSlot(api, facility));
  held.booking = true;
  const booked = await step('book', (api) => book(api, { slot, guest, key: randomUUID() }));
  const at = { ticketUrl: booked.ticket_url, bookingId: booked.booking.id };
  await step('see its places taken', (api) => seeFree(api, slot, slot.free - PEOPLE));
  await step('read the ticket', (api) => readTicket(api, at));
  if (refusal) skip('pay', refusal);
  else await step('pay', (api) => pay(api, { ...at, payUrl: booked.payment?.checkout_url }));
  await step('cancel', (api) => cancel(api, { ...at, paid: !refusal }));
  held.booking = false;
  await step('see its places free again', (api) => seeFree(api, slot, slot.free));
}

/** Cancels what was booked under a name. A booking whose answer was lost may be a moment away. */
async function cancelWhatShows(api: Api, name: string): Promise<void> {
  const giveUpAt = performance.now() + LOST_MS;
  await until(api, async () => {
    const cancelled = await cancelBookings(api, () => true, name);
    return cancelled > 0 || performance.now() > giveUpAt;
  });
}

/** Is aborted by the first signal to end. */
function signalled(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, () => stop.abort(new Error(`ended by ${name}`)));
  return stop.signal;
}
