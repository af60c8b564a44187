import assert from 'node:assert/strict';
import { toAdminBooking } from '../../services/booking/core/bookingView.ts';
import { heldOf, heldOnlineOf, laterOf, wasPaid } from '../../services/booking/core/keptMoney.ts';
import { paidIn, type Snapshot } from './snapshot.ts';
import { leftOf, type Paid, type Tab } from './tab.ts';
import type { MoneyWorld } from './world.ts';

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
const cents = (euro: number | undefined) => Math.round((euro ?? 0) * 100);

/**
 * Whether money stayed or came back that nobody decided about: the venue may then have more than is
 * due.
 */
const hasSurprise = (paid: readonly Paid[]) =>
  paid.some(({ backs }) => backs.some(({ state }) => state === 'failed'));

/**
 * Asserts what holds at rest in every order of steps and events: the provider, both services and the
 * desk have the same money, and nothing is due.
 */
export function assertAgreement(world: MoneyWorld, snapshot: Snapshot, tabs: Map<number, Tab>): void {
  assert.deepEqual(snapshot.due, [], 'nothing is due at rest');
  assertProviderAgrees(world, snapshot);
  for (const [id, tab] of tabs) assertBookingAgrees(snapshot, { id, tab });
}

function assertProviderAgrees(world: MoneyWorld, { attempts }: Snapshot): void {
  for (const { remoteId, captured, refunded, refunds } of attempts) {
    const remote = remoteId === null ? null : world.state(remoteId);
    const isPaid = remote?.status === 'paid';
    assert.equal(captured, isPaid ? remote.amountCents : 0, 'captured is what the guest paid');
    const live = refunds.filter(({ status }) => status !== 'failed');
    assert.equal(refunded, sum(live.map((one) => one.cents)), 'refunded is the sum of the refunds');
    const bank = sum(live.filter(({ actor }) => actor === 'bank').map((one) => one.cents));
    assert.equal(bank, remote?.chargedBackCents ?? 0, 'chargebacks are those of the bank');
    const given = (remote?.refunds ?? []).filter(({ status }) => status !== 'failed');
    assert.equal(
      refunded - bank,
      sum(given.map((one) => one.amountCents)),
      'refunds are those of the provider',
    );
    assert.ok(refunded <= captured, 'refunds never exceed the payment');
  }
}

function assertBookingAgrees(snapshot: Snapshot, { id, tab }: { id: number; tab: Tab }): void {
  const row = snapshot.rows.get(id);
  assert.ok(row);
  const paid = paidIn(snapshot, id);
  const counting = paid.filter(({ isExtra }) => !isExtra);
  const first = counting.find(({ isFirst }) => isFirst);
  const firstLeft = first ? leftOf(first) : 0;
  if (row.paymentStatus !== null) {
    assert.equal(row.paymentStatus === 'paid', firstLeft > 0, `status of the payment: ${row.paymentStatus}`);
    assert.equal(row.paymentStatus === 'refunded', first !== undefined && firstLeft === 0, 'is refunded');
    if (first) assert.equal(heldOf(row), firstLeft, 'booking and payment agree on the first payment');
  }
  const further = snapshot.further.filter(({ booking }) => booking === id);
  const online = further.filter(({ method }) => method === 'online');
  for (const one of online) {
    const money = counting.find(({ paymentId }) => paymentId === one.id);
    assert.equal(
      one.status === 'paid',
      money !== undefined,
      'a later payment is paid once its money came in',
    );
    if (!money) continue;
    assert.equal(one.amount - one.back, leftOf(money), 'booking and payment agree on a later payment');
    assert.equal(one.refunding, 0, 'no refund of a later payment is outstanding');
  }
  const later = sum(
    online.filter(({ status }) => status === 'paid').map(({ amount, back }) => amount - back),
  );
  const desk = sum(further.filter(({ method }) => method !== 'online').map(({ amount }) => amount));
  assert.equal(desk, tab.desk(), 'the desk has what was recorded');
  assert.deepEqual(
    [Number(row.furtherCents), Number(row.deskCents)],
    [later + desk, desk],
    'sums of the booking',
  );
  const isActive = row.status === 'confirmed';
  const counts = first ? Number(row.paidCents ?? row.amountCents) : 0;
  const open = isActive ? Math.max(0, Number(row.amountCents) - counts - later - desk) : 0;
  assert.equal(cents(toAdminBooking(row).open_eur), open, 'open is the price less what was paid');
  const links = online.filter(({ status }) => status === 'open').map(({ amount }) => amount);
  assert.deepEqual(links, links.length > 0 ? [open] : [], 'a link is over what is open');
  if (tab.isErased)
    assert.ok(
      further.every(({ note }) => note === ''),
      'an erased guest leaves no notes',
    );
  if (hasSurprise(paid)) return;
  assert.deepEqual(
    paid.filter(({ isExtra }) => isExtra).map(leftOf),
    paid.filter(({ isExtra }) => isExtra).map(() => 0),
  );
  // An undone refund of the desk may bring more than is due; the desk returns it.
  const keptAtDesk = desk - cents(toAdminBooking(row).to_return_eur);
  const most = isActive ? Math.max(0, Number(row.amountCents) - keptAtDesk) : Number(row.keptCents ?? 0);
  assert.ok(heldIn(row) <= most, `the venue keeps ${heldIn(row)} of ${most}`);
}

/** What the venue has of a booking's online payments. */
const heldIn = (row: Parameters<typeof heldOnlineOf>[0]) => (wasPaid(row) ? heldOnlineOf(row) : laterOf(row));

/** The figures of a booking, by the tables and by the model. */
export function figuresOf(snapshot: Snapshot, id: number) {
  const row = snapshot.rows.get(id);
  assert.ok(row);
  const view = toAdminBooking(row);
  const documents = snapshot.documents.filter(({ booking }) => booking === id);
  const net = sum(documents.map(({ kind, total }) => (kind === 'invoice' ? total : -total)));
  assert.equal(Number(row.invoicedCents ?? 0), net, 'invoices less credit notes are recorded');
  const link = snapshot.further.find(({ booking, status }) => booking === id && status === 'open');
  return {
    ...{ price: cents(view.amount_eur), status: view.status },
    ...{ open: cents(view.open_eur), desk: cents(view.desk_eur), toReturn: cents(view.to_return_eur) },
    ...{ kept: cents(view.kept_eur), held: heldIn(row) },
    invoiced: documents.length > 0 ? net : null,
    link: link?.amount ?? null,
    paid: paidIn(snapshot, id).map(shown),
  };
}

export function expectedFigures(tab: Tab): ReturnType<typeof figuresOf> {
  const held = tab.held();
  return {
    ...{ price: tab.price, status: tab.status as 'confirmed', open: tab.open(), desk: tab.desk() },
    ...{ toReturn: tab.toReturn(), kept: tab.status === 'cancelled' ? held : 0, held },
    ...{ invoiced: tab.invoiced?.cents ?? null, link: tab.link?.cents ?? null },
    paid: tab.paid.map(shown),
  };
}

/** A payment with its refunds, without ids. */
const shown = ({ isFirst, isExtra, cents: amount, fee, backs }: Paid) => ({
  ...{ isFirst, isExtra, cents: amount, fee },
  backs: backs
    .map(({ cents: back, by, state, share, outcome }) => `${back} ${by} ${state}, fee ${share} ${outcome}`)
    .toSorted(),
});
