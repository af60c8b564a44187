import assert from 'node:assert/strict';
import { vatOf } from '@venue-booking/domain/price/vat';
import { toAdminBooking } from '../../services/booking/core/bookingView.ts';
import { cancelBooking } from '../../services/booking/core/cancelBooking.ts';
import { eraseGuest } from '../../services/booking/desk/eraseGuest.ts';
import { issueInvoice } from '../../services/booking/invoices/issueInvoice.ts';
import { laterOrder, requestLater } from '../../services/booking/later/requestLater.ts';
import { followRests } from '../../services/booking/payments/followRests.ts';
import { silentLog } from '../../services/booking/testing/testBookings.ts';
import { writeChange } from '../../services/booking/testing/testEffects.ts';
import { percentOf } from './newParty.ts';
import { open } from './onlineSteps.ts';
import type { Party } from './party.ts';
import type { Stage } from './stage.ts';
import { outcomeOf } from './stage.ts';
import type { Step } from './step.ts';
import { buyer } from './venueDetails.ts';

export async function changePrice(stage: Stage, step: Step, party: Party): Promise<void> {
  const { rowOf, run } = stage;
  const { tab } = party;
  // 0 and below make it more expensive, so that something is open.
  const cents = step.cents > 0 ? step.cents : tab.price + (step.cents === 0 ? 1500 : -step.cents);
  const before = await rowOf(party);
  if (before.status !== 'confirmed' || tab.isErased) return;
  tab.changePrice(cents);
  const price = { amountCents: cents, lines: null, vat: vatOf(new Map([[900, cents]])) };
  const actor = step.n % 2 ? 'guest' : 'operator';
  const party_ = { people: 1 + (step.n % 4), guests: null, addOns: null, extra: {}, actor, move: null };
  await run(step, async ({ booking }) => {
    const now = await rowOf(party);
    if (now.revision !== before.revision) return;
    const deps = { database: booking.database, hashKey: Buffer.alloc(32) };
    assert.equal(await writeChange(deps, now, { patch: {}, ...party_, price }), null);
  });
}

export async function link(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { of, run } = stage;
  const { tab } = party;
  const { value, code } = await outcomeOf(
    run(step, ({ booking }) => requestLater(booking, of(party), { actor: 'operator' })),
  );
  const isOpen = tab.open() > 0;
  if (isAlone) assert.equal(code === null, isOpen, `a link over ${tab.open()}: ${code}`);
  if (!value) return;
  const order = laterOrder(value.row, value.later);
  const { paymentId: id, amountCents: cents, feeCents } = order;
  if (isAlone) {
    assert.deepEqual([cents, feeCents], [tab.open(), tab.linkFee(tab.open())], 'amount and fee of a link');
    if (tab.link) assert.equal(id, tab.link.id, 'the same link for the same amount');
  }
  tab.link = { id, cents };
  if (!party.orders.some(({ paymentId }) => paymentId === id)) party.orders.push(order);
  if (step.n % 2) await open(stage, step, order);
}

export async function cancel(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { of, rowOf, run, reject } = stage;
  const { tab } = party;
  if (!['confirmed', 'pending_payment'].includes(tab.status)) return;
  for (const { remoteId } of tab.paid) reject(step, remoteId);
  const byVenue = { guest: false, actor: 'operator' } as const;
  const ways = [
    { by: { guest: true, mayKeepCents: null } as const, percent: percentOf(party) },
    { by: { ...byVenue, refund: true }, percent: 100 },
    { by: { ...byVenue, refund: false }, percent: 0 },
    { by: { ...byVenue, refund: 'rules' as const }, percent: percentOf(party) },
    { by: { ...byVenue, actor: 'desk', unpaidOnly: true }, percent: percentOf(party) },
  ];
  const way = ways[step.n % 5];
  if (!way) return;
  const { code } = await outcomeOf(run(step, ({ booking }) => cancelBooking(booking, of(party), way.by)));
  const isAllowed = !('unpaidOnly' in way.by) || tab.held() === 0;
  if (isAlone) assert.equal(code === null, isAllowed, `cancel: ${code}`);
  if (code !== null) return;
  tab.cancel(way.percent);
  if (!isAlone) return;
  const kept = Math.round((toAdminBooking(await rowOf(party)).kept_eur ?? 0) * 100);
  assert.equal(kept, tab.held(), 'the refund of a cancellation is under way at once');
}

/** Hours to the start of a booking whose rest is due. */
const NEAR = 20;

/**
 * The start comes near: the guest is reminded of the rest, and a day later the venue's choice
 * applies.
 */
export async function restIsDue(stage: Stage, step: Step, party: Party): Promise<void> {
  const { database, rowOf, run } = stage;
  const { tab, rest } = party;
  if (!rest || tab.status !== 'confirmed') return;
  const { restDueAt } = await rowOf(party);
  // A rest that was covered or followed once is not followed any more, even if its amount is open (again).
  assert.ok(restDueAt || party.wasCovered || party.startsIn === NEAR, 'an open rest is due');
  party.startsIn = NEAR;
  tab.link = null;
  await database.$executeRaw`
    UPDATE booking.booking SET starts_at = now() + interval '20 hours', ends_at = now() + interval '21 hours'
    WHERE id = ${party.id} AND status = 'confirmed'`;
  const follow = () =>
    run(step, async ({ booking }) => {
      while (await followRests(booking));
    });
  await follow();
  await database.$executeRaw`
    UPDATE booking.booking SET rest_due_at = now(),
      rest_terms = rest_terms || jsonb_build_object('remindedAt', (extract(epoch FROM now() - interval '25 hours') * 1000)::bigint)
    WHERE id = ${party.id} AND rest_due_at IS NOT NULL AND rest_terms ? 'remindedAt'`;
  await follow();
  if (restDueAt && tab.open() > 0 && rest === 'cancel') tab.cancel(percentOf(party));
}

export async function invoice(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { of, run } = stage;
  const { tab } = party;
  stage.isInvoiced = true;
  const { code } = await outcomeOf(
    run(step, ({ booking }) => issueInvoice(booking.database, of(party), { buyer, actor: 'operator' })),
  );
  tab.correct();
  const hasCurrent = (tab.invoiced?.cents ?? 0) > 0;
  const isOver = ['pending_payment', 'expired'].includes(tab.status);
  const isPossible = !isOver && (hasCurrent || (!tab.isErased && tab.owed() > 0));
  if (isAlone) assert.equal(code === null, isPossible, `an invoice: ${code}`);
  if (isPossible && !hasCurrent) tab.invoiced = { cents: tab.owed(), price: tab.price };
}

export async function erase(stage: Stage, step: Step): Promise<void> {
  const { venueId, email, parties, run } = stage;
  await run(step, ({ booking }) =>
    eraseGuest(
      { database: booking.database, log: silentLog, deleteMailFiles: async () => {} },
      { venueId, email, actor: 'operator' },
    ),
  );
  for (const { tab } of parties) tab.isErased = true;
}
