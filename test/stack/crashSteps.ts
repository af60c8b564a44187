import type { FakeMollie } from '../fakes/mollie.ts';
import type { PayingGuest } from './payingGuest.ts';
import type { StoryName } from './paymentStories.ts';
import type { Stack } from './stack.ts';
import { type Call, type Commit, type StopPoint, stopAtCall, stopAtCommit } from './stopPoint.ts';

/** A moment in a story at which a process is killed. */
export type Step = {
  kills: 'payment' | 'booking';
  story: StoryName;
  /** What was done last, or was about to be done. */
  at: string;
  arm(stack: Stack, mollie: FakeMollie, guest: PayingGuest): Promise<StopPoint>;
};

/** Which row of the guest's venue changes how; `extra` is SQL about NEW and OLD. */
const change =
  (on: Commit['on'], table: string, extra = 'true') =>
  (venueId: number): Commit => ({ table, on, when: `NEW.venue_id = ${venueId} AND ${extra}` });

const wrote = (table: string, extra?: string) => change('INSERT', table, extra);
const set = (table: string, extra: string) => change('UPDATE', table, extra);
/** An event was published, which is now being noted. */
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
 * Every moment at which money, places or mail could be lost or doubled. Those that heal at once come last, as
 * they delay nobody.
 */
export const crashSteps: Step[] = [
  ...steps('booking', 'booking in vain', { 'before the booking is saved': before(wrote(BOOKING)) }),
  ...steps('booking', 'booking, then paying', {
    'after the booking is saved, before the guest hears of it': after(wrote(BOOKING)),
    'after asking for the payment, before noting that': before(published('events.booking.payment_requested')),
  }),
  ...steps('payment', 'booking, then paying', {
    'before the payment is written': before(wrote('payment.payment')),
    'after the payment is written': after(wrote('payment.payment')),
    'after the attempt is written': after(wrote('payment.attempt')),
    'before the provider makes the checkout': calling('before', create),
    'after the provider made the checkout, before it says so': calling('after', create),
    'before the checkout is noted': before(
      set('payment.attempt', 'NEW.provider_id IS NOT NULL AND OLD.provider_id IS NULL'),
    ),
  }),
  ...steps('booking', 'cancelling what is paid', {
    'before the booking is cancelled': before(set(BOOKING, `NEW.status = 'cancelled'`)),
    'after the booking is cancelled, before its places are free': after(
      set(BOOKING, `NEW.status = 'cancelled'`),
    ),
  }),
  ...steps('payment', 'cancelling what is paid', {
    'after the refund is written': after(wrote('payment.refund')),
    'after telling of the refund, before noting that': before(published('events.payment.payment_refunded')),
  }),
  ...steps('booking', 'paying when the places are gone', {
    'before the money is declined': before(set(BOOKING, 'NEW.late_uid IS NULL AND OLD.late_uid IS NOT NULL')),
    'before the refund is in the mail queue': before(wrote('booking.mail', `NEW.kind = 'refunded'`)),
  }),
  ...steps('payment', 'paying when the places are gone', {
    'before the refund is written': before(wrote('payment.refund')),
    'before the provider makes the refund': calling('before', refund),
    'after the provider made the refund, before it says so': calling('after', refund),
    'before the refund is noted as made': before(set('payment.refund', `NEW.status = 'pending'`)),
  }),
  ...steps('payment', 'paying', {
    'before it is noted that the provider is to be asked': before(
      set('payment.attempt', 'NEW.refresh_wanted'),
    ),
    'before the provider is asked': calling('before', fetchPaid),
    'after the provider was asked, before it answers': calling('after', fetchPaid),
    'before the money is in the books': before(set('payment.payment', `NEW.status = 'paid'`)),
    'after the money is in the books': after(set('payment.payment', `NEW.status = 'paid'`)),
    'after telling that it is paid, before noting that': before(published('events.payment.payment_paid')),
  }),
  ...steps('booking', 'paying', {
    'before the booking is confirmed': before(set(BOOKING, BOOKING_PAID)),
    'after the booking is confirmed': after(set(BOOKING, BOOKING_PAID)),
  }),
  ...steps('payment', 'letting the hold run out', {
    'before the provider ends the checkout': calling('before', cancel),
    'after the provider ended the checkout, before it says so': calling('after', cancel),
    'before it is written that nothing was paid': before(set('payment.payment', `NEW.status = 'expired'`)),
  }),
  ...steps('booking', 'letting the hold run out', {
    'before the booking expires': before(set(BOOKING, `NEW.status = 'expired'`)),
    'after the booking expired, before its places are free': after(set(BOOKING, `NEW.status = 'expired'`)),
  }),
  ...steps('booking', 'paying after the hold', {
    'after the late money is noted': after(set(BOOKING, 'NEW.late_uid IS NOT NULL')),
    'after the places are taken again, before the booking is confirmed': before(set(BOOKING, BOOKING_PAID)),
  }),
];
