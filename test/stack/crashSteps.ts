import type { FakeMollie } from '../fakes/mollie.ts';
import type { PayingGuest } from './payingGuest.ts';
import type { StoryName } from './paymentStories.ts';
import type { Stack } from './stack.ts';
import { type Call, type Commit, type StopPoint, stopAtCall, stopAtCommit } from './stopPoint.ts';

/** A moment in a story at which a process is killed. */
export type Step = {
  kills: 'payment' | 'booking';
  story: StoryName;
  /** What the process has just done, or is about to do. */
  at: string;
  arm(stack: Stack, mollie: FakeMollie, guest: PayingGuest): Promise<StopPoint>;
};

/** A change to a row of the guest's venue; `extra` is an SQL condition on NEW and OLD. */
const change =
  (on: Commit['on'], table: string, extra = 'true') =>
  (venueId: number): Commit => ({ table, on, when: `NEW.venue_id = ${venueId} AND ${extra}` });

const wrote = (table: string, extra?: string) => change('INSERT', table, extra);
const set = (table: string, extra: string) => change('UPDATE', table, extra);
/** The outbox records that an event was published. */
const published = (subject: string) => (venueId: number) => ({
  table: `${subject.split('.')[1]}.outbox`,
  on: 'UPDATE' as const,
  when: `NEW.subject = '${subject}' AND NEW.published_at IS NOT NULL AND NEW.payload->>'venueId' = '${venueId}'`,
});

const arming =
  (commit: (venueId: number) => Commit, left: 'done' | 'undone'): Step['arm'] =>
  ({ database }, _mollie, { venueId }) =>
    stopAtCommit(database, commit(venueId), left);
const before = (commit: (venueId: number) => Commit) => arming(commit, 'undone');
const after = (commit: (venueId: number) => Commit) => arming(commit, 'done');

const calling =
  (
    phase: Call['phase'],
    is: (request: Parameters<Call['is']>[0], guest: PayingGuest) => boolean,
  ): Step['arm'] =>
  async (_stack, mollie, guest) => {
    const isTheirs = ({ headers }: Parameters<Call['is']>[0]) =>
      headers.authorization === `Bearer ${guest.apiKey}`;
    return stopAtCall(mollie, { phase, is: (request) => isTheirs(request) && is(request, guest) });
  };

const create: Call['is'] = ({ method, path }) => method === 'POST' && path.endsWith('/payments');
const cancel: Call['is'] = ({ method }) => method === 'DELETE';
const refund: Call['is'] = ({ method, path }) => method === 'POST' && path.endsWith('/refunds');
const fetchPaid: Parameters<typeof calling>[1] = ({ method }, guest) =>
  method === 'GET' && guest.checkout()?.status === 'paid';

const steps = (kills: Step['kills'], story: StoryName, moments: Record<string, Step['arm']>): Step[] =>
  Object.entries(moments).map(([at, arm]) => ({ kills, story, at, arm }));

const BOOKING = 'booking.booking';
const BOOKING_PAID = `NEW.status = 'confirmed' AND OLD.status <> 'confirmed'`;

/**
 * Every moment at which money, places or mail could be lost or doubled. Those that heal at once come last, so
 * that the others heal meanwhile.
 */
export const crashSteps: Step[] = [
  ...steps('booking', 'booking that fails', { 'before the booking is saved': before(wrote(BOOKING)) }),
  ...steps('booking', 'booking, then paying', {
    'after the booking is saved, before the guest gets the response': after(wrote(BOOKING)),
    'after payment_requested is published, before the outbox records it': before(
      published('events.booking.payment_requested'),
    ),
  }),
  ...steps('payment', 'booking, then paying', {
    'before the payment is saved': before(wrote('payment.payment')),
    'after the payment is saved': after(wrote('payment.payment')),
    'after the attempt is saved': after(wrote('payment.attempt')),
    'before the provider creates the checkout': calling('before', create),
    'after the provider created the checkout, before it responds': calling('after', create),
    'before the checkout is saved': before(
      set('payment.attempt', 'NEW.provider_id IS NOT NULL AND OLD.provider_id IS NULL'),
    ),
  }),
  ...steps('booking', 'cancelling a paid booking', {
    'before the booking is cancelled': before(set(BOOKING, `NEW.status = 'cancelled'`)),
    'after the booking is cancelled, before its places are released': after(
      set(BOOKING, `NEW.status = 'cancelled'`),
    ),
  }),
  ...steps('payment', 'cancelling a paid booking', {
    'after the refund is saved': after(wrote('payment.refund')),
    'after payment_refunded is published, before the outbox records it': before(
      published('events.payment.payment_refunded'),
    ),
  }),
  ...steps('booking', 'paying when the places are taken', {
    'before the late payment is declined': before(
      set(BOOKING, 'NEW.late_uid IS NULL AND OLD.late_uid IS NOT NULL'),
    ),
    'before the refund mail is queued': before(wrote('booking.mail', `NEW.kind = 'refunded'`)),
  }),
  ...steps('payment', 'paying when the places are taken', {
    'before the refund is saved': before(wrote('payment.refund')),
    'before the provider makes the refund': calling('before', refund),
    'after the provider made the refund, before it responds': calling('after', refund),
    'before the refund is saved as pending': before(set('payment.refund', `NEW.status = 'pending'`)),
  }),
  ...steps('payment', 'paying', {
    'before the status check is requested': before(set('payment.attempt', 'NEW.refresh_wanted')),
    'before the provider gets the status check': calling('before', fetchPaid),
    'after the provider got the status check, before it responds': calling('after', fetchPaid),
    'before the payment is saved as paid': before(set('payment.payment', `NEW.status = 'paid'`)),
    'after the payment is saved as paid': after(set('payment.payment', `NEW.status = 'paid'`)),
    'after payment_paid is published, before the outbox records it': before(
      published('events.payment.payment_paid'),
    ),
  }),
  ...steps('booking', 'paying', {
    'before the booking is confirmed': before(set(BOOKING, BOOKING_PAID)),
    'after the booking is confirmed': after(set(BOOKING, BOOKING_PAID)),
  }),
  ...steps('payment', 'letting the hold expire', {
    'before the provider cancels the checkout': calling('before', cancel),
    'after the provider cancelled the checkout, before it responds': calling('after', cancel),
    'before the payment is saved as expired': before(set('payment.payment', `NEW.status = 'expired'`)),
  }),
  ...steps('booking', 'letting the hold expire', {
    'before the booking expires': before(set(BOOKING, `NEW.status = 'expired'`)),
    'after the booking expired, before its places are released': after(
      set(BOOKING, `NEW.status = 'expired'`),
    ),
  }),
  ...steps('booking', 'paying after the hold expired', {
    'after the late payment is saved': after(set(BOOKING, 'NEW.late_uid IS NOT NULL')),
    'after the places are reserved again, before the booking is confirmed': before(
      set(BOOKING, BOOKING_PAID),
    ),
  }),
];
