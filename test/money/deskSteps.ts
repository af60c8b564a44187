import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { recordDeskPayment } from '../../services/booking/deskMoney/recordDeskPayment.ts';
import { undoDeskPayment } from '../../services/booking/deskMoney/undoDeskPayment.ts';
import type { Booking as Row } from '../../services/booking/gen/prisma/client.ts';
import { oneEntry, type Party } from './party.ts';
import type { Stage } from './stage.ts';
import { outcomeOf } from './stage.ts';
import { amountOf, type Step } from './step.ts';

const METHODS = ['cash', 'card', 'transfer', 'other'] as const;
const PEOPLE = ['person a@example.com', 'person b@example.com'];

/** The desk takes or returns money. */
export async function desk(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { till, of, rowOf, run } = stage;
  const { tab } = party;
  const isPayment = step.do === 'desk takes';
  const onlyOwed = !isPayment && step.n % 2 === 1;
  const limit = isPayment ? tab.open() : onlyOwed ? tab.toReturn() : tab.desk();
  const amountCents = amountOf(step, limit);
  if (amountCents === 0) return;
  const method = METHODS[step.n % 4] ?? 'cash';
  const actor = PEOPLE[step.n % 2] ?? '';
  const requestKey = randomUUID();
  const { value, code } = await outcomeOf(
    run(step, ({ booking }) =>
      recordDeskPayment(booking, of(party), {
        ...{ kind: isPayment ? 'payment' : 'refund', amountCents, method, actor, requestKey, onlyOwed },
        ...{ note: tab.isErased ? '' : 'Ada', dayStart: '00:00' },
      }),
    ),
  );
  if (isAlone)
    assert.equal(code === null, amountCents <= limit, `${step.do} ${amountCents} of ${limit}: ${code}`);
  if (!value) return;
  stage.day = value.till_day;
  const entry = { id: value.id, cents: isPayment ? amountCents : -amountCents, method, actor };
  tab.enter(entry);
  till.push({ ...entry, isAfter: false, isGone: false });
  if (isPayment) {
    const row = await rowOf(party);
    assert.ok(isAlone || hasNoExcess(row), 'the desk takes no more than is open');
  }
}

export async function undo(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { till, of, run } = stage;
  const { tab } = party;
  const entry = oneEntry(step, party);
  if (!entry) return;
  const { code } = await outcomeOf(
    run(step, ({ booking }) =>
      undoDeskPayment(booking, of(party), {
        ...{ paymentId: entry.id, dayStart: '00:00', reason: 'typed by mistake', actor: PEOPLE[0] ?? '' },
      }),
    ),
  );
  const fits = entry.isGone || entry.cents <= tab.desk();
  if (isAlone) assert.equal(code === null, fits, `undo ${entry.cents} of ${tab.desk()}: ${code}`);
  if (code !== null || entry.isGone) return;
  till.push({ ...entry, cents: -entry.cents, actor: PEOPLE[0] ?? '' });
  tab.undo(entry);
}

/** Whether what was paid is at most the price. */
const hasNoExcess = ({ amountCents, paidCents, paymentStatus, furtherCents }: Row): boolean =>
  amountCents - (paymentStatus === null ? 0n : (paidCents ?? amountCents)) - furtherCents >= 0n;
