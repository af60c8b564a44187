import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { endHold } from '../../services/payment/checkout/endHold.ts';
import { openCheckout } from '../../services/payment/checkout/openCheckout.ts';
import { refreshPayment } from '../../services/payment/reconcile/refreshPayment.ts';
import { refundBooking } from '../../services/payment/refunds/refundBooking.ts';
import { type Order, oneOf, type Party } from './party.ts';
import type { Stage } from './stage.ts';
import { outcomeOf } from './stage.ts';
import { amountOf, type Step } from './step.ts';

/** Opens the checkout of a payment, as its guest does. Returns null if it cannot be paid. */
export async function open(stage: Stage, step: Step, order: Order) {
  const { payments, venueId, checkouts, run } = stage;
  const checkout = await run(step, ({ payment }) => openCheckout(payment, order));
  if (checkout.state !== 'payable') return null;
  const [row] = await payments.database.$queryRaw<{ attemptId: string; remoteId: string; fee: bigint }[]>`
    SELECT id::text AS "attemptId", provider_id AS "remoteId", fee_cents AS fee FROM payment.attempt
    WHERE venue_id = ${venueId} AND payment_id = ${order.paymentId}::uuid ORDER BY number DESC LIMIT 1`;
  assert.ok(row);
  const opened = { ...row, fee: Number(row.fee) };
  checkouts.set(order.paymentId, opened);
  return opened;
}

/** The provider's state of a checkout changes; payment learns of it now or later. */
export async function atProvider(
  stage: Stage,
  step: Step,
  remoteId: string,
  attemptId: string,
  change: Parameters<Stage['world']['remote']['change']>[1],
) {
  const { world, venueId, unseen, run } = stage;
  world.remote.change(remoteId, change);
  if (step.waits) unseen.add(attemptId);
  else await run(step, ({ payment }) => refreshPayment(payment, { venueId, attemptId }));
}

/**
 * A guest pays a checkout, which may be over. `extra`: the checkout of the same payment that failed
 * before.
 */
export async function pay(
  stage: Stage,
  drawn: Step,
  party: Party,
  { order, extra = false }: { order: Order; extra?: boolean },
): Promise<void> {
  const { world, venueId, checkouts, run, reject } = stage;
  const { tab } = party;
  // Which of two payments counts depends on which one payment learns of first.
  const step = { ...drawn, waits: drawn.waits && !extra };
  const isFirst = order === party.order;
  const checkout = checkouts.get(order.paymentId) ?? (await open(stage, step, order));
  if (!checkout || world.state(checkout.remoteId).status === 'paid') return;
  if (isFirst && tab.status !== 'pending_payment') stage.mayBeLate = true;
  const money = { paymentId: order.paymentId, isFirst, cents: order.amountCents, backs: [] };
  let second: typeof checkout | null = null;
  if (extra) {
    world.remote.change(checkout.remoteId, { status: 'failed' });
    await run(step, ({ payment }) => refreshPayment(payment, { venueId, attemptId: checkout.attemptId }));
    second = await open(stage, step, order);
    if (second) await atProvider(stage, step, second.remoteId, second.attemptId, { status: 'paid' });
  }
  for (const one of second ? [second, checkout] : [checkout]) {
    const paid = { ...money, ...one, backs: [], isExtra: second !== null && one === checkout };
    reject(step, one.remoteId);
    if (paid.isExtra) tab.payTwice(paid);
    else if (isFirst) tab.payFirst(paid, !world.soldSlots.has(party.slotId));
    else tab.payLater(paid);
  }
  await atProvider(stage, step, checkout.remoteId, checkout.attemptId, { status: 'paid' });
}

/** Lets the hold of a booking's first payment end. */
export async function lapse(stage: Stage, step: Step, { tab, order }: Party): Promise<void> {
  const { payments, venueId, run } = stage;
  if (!order || tab.status !== 'pending_payment') return;
  const { paymentId } = order;
  await payments.database.$executeRaw`
    UPDATE payment.payment SET hold_until = now() - interval '1 second' WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid`;
  const known = await payments.database.payment.count({ where: { venueId, id: paymentId } });
  if (known === 0) return;
  await run(step, ({ payment }) => endHold(payment, { venueId, paymentId }));
  tab.status = 'expired';
}

export async function refundByHand(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { venueId, run, reject, isRejected } = stage;
  const { tab } = party;
  const amountCents = amountOf(step, tab.held());
  if (amountCents === 0) return;
  for (const { remoteId } of tab.paid) reject(step, remoteId);
  const request = {
    venueId,
    bookingId: party.id,
    amountCents,
    actor: 'token Boss',
    requestKey: randomUUID(),
  };
  const { code } = await outcomeOf(run(step, ({ payment }) => refundBooking(payment, request)));
  const fits = tab.refundByHand(amountCents, isRejected);
  if (isAlone) assert.equal(code === null, fits, `refund ${amountCents} of ${tab.held()}: ${code}`);
}

/** Something happens to a payment at its provider or its guest's bank. */
export async function elsewhere(stage: Stage, step: Step, { id, tab }: Party): Promise<void> {
  const { world } = stage;
  const paid = oneOf(tab.paid, step.n);
  if (!paid) return;
  const { remoteId, attemptId } = paid;
  const remote = world.state(remoteId);
  const cents = amountOf(step, world.leftAt(remoteId));
  if (step.do === 'refund elsewhere' || step.do === 'charge back') {
    if (cents === 0 || cents > world.leftAt(remoteId)) return;
    const isBank = step.do === 'charge back';
    tab.goBack(paid, cents, isBank ? 'bank' : 'provider');
    const refund = {
      id: `ref_${randomUUID()}`,
      reference: null,
      amountCents: cents,
      status: 'succeeded' as const,
    };
    await atProvider(stage, step, remoteId, attemptId, {
      ...(isBank
        ? { chargedBackCents: remote.chargedBackCents + cents }
        : { refunds: [...remote.refunds, refund] }),
    });
  } else if (step.do === 'return chargeback') {
    if (remote.chargedBackCents === 0) return;
    for (const back of paid.backs)
      if (back.by === 'bank' && back.state !== 'failed') tab.comeBack(paid, back);
    await atProvider(stage, step, remoteId, attemptId, { chargedBackCents: 0 });
  } else {
    const refunds = stage.last.attempts.find((one) => one.id === attemptId)?.refunds ?? [];
    const made = refunds.flatMap((one, n) =>
      one.status === 'succeeded' && one.actor !== 'bank' ? [{ one, n }] : [],
    );
    const failing = oneOf(made, step.luck);
    if (!failing) return;
    const back = paid.backs[failing.n];
    if (back) tab.comeBack(paid, back);
    const isIt = (refund: { id: string }) => refund.id === failing.one.providerId;
    await atProvider(stage, step, remoteId, attemptId, {
      refunds: remote.refunds.map((one) => (isIt(one) ? { ...one, status: 'failed' as const } : one)),
    });
  }
  assert.ok(id);
}
