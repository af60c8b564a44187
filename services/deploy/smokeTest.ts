import { randomUUID } from 'node:crypto';
import { publicUrl, readEnv, widgetUrl } from '@venue-booking/kit/settings/env';
import { Email } from '@venue-booking/proto/primitives';
import { Slug } from '@venue-booking/proto/venue/venue';
import { z } from 'zod';
import type { Api } from './smoke/api.ts';
import { book, cancel, chooseSlot, PEOPLE, pay, readTicket, seeFree } from './smoke/guest.ts';
import { stepsOf, until } from './smoke/steps.ts';
import { cancelBookings, findFacility, findVenue, linkSandbox, setLive, setNotLive } from './smoke/venue.ts';
import { loadWidget } from './smoke/widget.ts';

/** Timeout of the whole test, and the part of it reserved for cleaning up. */
const WHOLE_MS = 60_000;
const UNDO_MS = 20_000;
const UNDO_STEP_MS = 10_000;
/** How long to look for a booking whose response was lost. */
const LOST_MS = 4000;

export const smokeTestEnv = z.object({
  API_URL: publicUrl.describe(
    'Address of the gateway. The test calls only this address, whatever the links in responses say',
  ),
  WIDGET_URL: widgetUrl
    .optional()
    .meta({ absent: 'the address in the dashboard, as for guests' })
    .describe("Address of the widget's files, if the public one is not reachable from here"),
  OPERATOR_TOKEN: z.string().min(1).describe("The operator's token. It is never printed"),
  SMOKE_VENUE: Slug.default('smoke-test').describe(
    "Slug of the test's venue. The test never changes a venue that it did not create. Allow one run at a time",
  ),
  SMOKE_EMAIL: Email.default('smoke-test@example.com').describe(
    "Recipient of the booking's mail. Use your own mailbox on installations that send mail",
  ),
});

/**
 * `smoke-test`: books on a running installation as a guest, at a venue of its own, and cleans up, even after
 * a failure or a signal. Allow one run at a time per venue.
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
  const recordFailure = ({ message }: Error) => void failures.push(message);

  const going = stepsOf(target, { until: end - UNDO_MS, interrupted: signalled() });
  const widget = { apiUrl: env.API_URL, widgetUrl: env.WIDGET_URL };
  await runSteps(going, { venue: target.venue, guest, held, widget }).catch(recordFailure);
  const undoing = stepsOf(target, { until: end });
  if (held.live)
    await undoing.step('stop bookings at the venue', setNotLive, UNDO_STEP_MS).catch(recordFailure);
  if (held.booking) {
    const cancelIt = (api: Api) => cancelWhatShows(api, guest.name);
    await undoing.step('cancel bookings of this run', cancelIt, UNDO_STEP_MS).catch(recordFailure);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failures.length > 0)
    throw new Error(`The smoke test failed after ${seconds} s ${failures.join('; and ')}`);
  console.log(`The smoke test passed in ${seconds} s.`);
}

/** Resources that the test must clean up. */
type Held = { live: boolean; booking: boolean };

/** @param run.held set before each step that creates something, and reset after the cancellation */
async function runSteps(
  { step, skip }: ReturnType<typeof stepsOf>,
  {
    venue,
    guest,
    held,
    widget,
  }: {
    venue: string;
    guest: { name: string; email: string };
    held: Held;
    widget: Parameters<typeof loadWidget>[1];
  },
): Promise<void> {
  await step('find or create the venue', (api) => findVenue(api, venue));
  const facility = await step('find or create its facility', findFacility);
  const linkFailure = await step('link the sandbox', linkSandbox);
  held.live = true;
  await step('set the venue live', setLive);
  const slot = await step('find a bookable slot', (api) => chooseSlot(api, facility));
  held.booking = true;
  const booked = await step('book', (api) => book(api, { slot, guest, key: randomUUID() }));
  const at = { ticketUrl: booked.ticket_url, bookingId: booked.booking.id };
  await step('check that its places are taken', (api) => seeFree(api, slot, slot.free - PEOPLE));
  await step('read the ticket', (api) => readTicket(api, at));
  if (linkFailure) skip('pay', linkFailure);
  else await step('pay', (api) => pay(api, { ...at, payUrl: booked.payment?.checkout_url }));
  await step('cancel', (api) => cancel(api, { ...at, paid: !linkFailure }));
  held.booking = false;
  await step('check that its places are free again', (api) => seeFree(api, slot, slot.free));
  await step('load the widget', (api) => loadWidget(api, widget));
}

/** Cancels the bookings under a name. A booking whose response was lost may appear a moment later. */
async function cancelWhatShows(api: Api, name: string): Promise<void> {
  const giveUpAt = performance.now() + LOST_MS;
  await until(api, async () => {
    const cancelled = await cancelBookings(api, () => true, name);
    return cancelled > 0 || performance.now() > giveUpAt;
  });
}

/** Returns a signal that aborts on the first SIGINT or SIGTERM. */
function signalled(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, () => stop.abort(new Error(`ended by ${name}`)));
  return stop.signal;
}
