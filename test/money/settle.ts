import assert from 'node:assert/strict';
import { correctInvoice } from '../../services/booking/invoices/correctInvoices.ts';
import { settleLatePayments } from '../../services/booking/payments/settleLatePayments.ts';
import { refreshPayment } from '../../services/payment/reconcile/refreshPayment.ts';
import { makeRefund } from '../../services/payment/refunds/makeRefund.ts';
import { assertAgreement, expectedFigures, figuresOf } from './agreement.ts';
import { createChance } from './chance.ts';
import { oneOf } from './party.ts';
import { adopt, readSnapshot } from './snapshot.ts';
import type { Deps, Stage } from './stage.ts';
import type { Step } from './step.ts';

/** Payment's due work at this venue. */
async function findJobs(stage: Stage): Promise<((deps: Deps) => Promise<unknown>)[]> {
  const { payments, venueId, unseen } = stage;
  const rows = await payments.database.$queryRaw<{ id: string; is: 'refund' | 'attempt' }[]>`
    SELECT id::text, 'refund' AS is FROM payment.refund WHERE venue_id = ${venueId} AND status = 'requested'
    UNION ALL SELECT id::text, 'attempt' FROM payment.attempt WHERE venue_id = ${venueId} AND refresh_wanted`;
  const due = rows.map(({ id, is }) => ({ id, is }));
  for (const id of unseen) due.push({ id, is: 'attempt' });
  unseen.clear();
  return due.map(
    ({ id, is }) =>
      ({ payment }: Deps) =>
        is === 'refund'
          ? makeRefund(payment, { venueId, refundId: id })
          : refreshPayment(payment, { venueId, attemptId: id }),
  );
}

/**
 * Delivers events and does the due work until nothing is left, in any order, some of it twice.
 */
export async function settle(stage: Stage, step: Step): Promise<void> {
  const { world, database, venueId, facts, plain, count, run } = stage;
  const chance = createChance(step.luck);
  const seen: (typeof facts)[number][] = [];
  for (;;) {
    const [jobs] = await Promise.all([findJobs(stage), world.collect()]);
    const events = facts.splice(0);
    const work = [
      ...jobs.map((job) => ({ kind: 'job', job })),
      ...events.map((fact) => ({ kind: 'event', job: (deps: Deps) => world.deliver(fact, deps) })),
    ];
    if (work.length === 0) break;
    seen.push(...events);
    const again = chance() < 0.2 ? oneOf(seen, Math.floor(chance() * 1000)) : undefined;
    if (again) work.push({ kind: 'event twice', job: (deps) => world.deliver(again, deps) });
    for (const { kind, job } of work.toSorted(() => chance() - 0.5)) {
      count(kind);
      const crash = step.crash !== null && chance() < 0.3 ? Math.floor(chance() * 8) : null;
      await run({ ...step, crash }, job);
    }
    if (stage.mayBeLate) await settleLatePayments(plain.booking);
  }
  stage.mayBeLate = false;
  if (!stage.isInvoiced) return;
  const due = await database.$queryRaw<{ id: bigint }[]>`
    SELECT booking_id AS id FROM booking.invoice_due WHERE venue_id = ${venueId}`;
  for (const { id } of due)
    await run(step, ({ booking }) => correctInvoice(booking.database, { venueId, id: Number(id) }));
}

/** Settles, and compares with the model. */
export async function settleAndCheck(stage: Stage, step: Step): Promise<void> {
  const { world, venueId, parties, rejected, moving } = stage;
  await settle(stage, step);
  for (const remoteId of rejected.splice(0)) world.rejecting.delete(remoteId);
  stage.last = await readSnapshot(
    world,
    venueId,
    parties.map(({ id }) => id),
  );
  assertAgreement(world, stage.last, new Map(parties.map(({ id, tab }) => [id, tab])));
  for (const party of parties) {
    const { tab, id } = party;
    if (moving.get(party) === 'raced') adopt(tab, stage.last, id);
    if (moving.get(party) === 'raced' || (tab.isActive() && tab.open() === 0)) party.wasCovered = true;
    tab.correct();
    assert.deepEqual(figuresOf(stage.last, id), expectedFigures(tab));
  }
  moving.clear();
}
