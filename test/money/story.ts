import assert from 'node:assert/strict';
import { cancel, changePrice, erase, invoice, link, restIsDue } from './bookingSteps.ts';
import { desk, undo } from './deskSteps.ts';
import { newParty } from './newParty.ts';
import { elsewhere, lapse, open, pay, refundByHand } from './onlineSteps.ts';
import { kindOf, oneLater, type Party } from './party.ts';
import { settle, settleAndCheck } from './settle.ts';
import { openStage, type Stage, type Tally } from './stage.ts';
import type { Step, Story } from './step.ts';
import { assertReports, cutNow } from './venueReports.ts';
import type { MoneyWorld } from './world.ts';

const CALM: Step = {
  ...{ do: 'settle', luck: 1, waits: false, rejects: false, crash: null, tab: 0, n: 0, cents: 0 },
};

/**
 * Plays a story at a venue of its own. After steps that raced with each other, only what holds in every
 * order is checked; otherwise all figures are as in the model's books.
 */
export async function playStory(world: MoneyWorld, story: Story, tally: Tally): Promise<void> {
  const stage = await openStage(world, story.venue, tally);
  const { venueId, parties, checkouts, till, moving, count, isRejected } = stage;
  const cuts: Parameters<typeof assertReports>[1]['cuts'] = [];
  const tabs = () => parties.map(({ tab }) => tab);
  const cut = async () => cuts.push(await cutNow(world, tabs()));
  for (const wanted of story.tabs) parties.push(await newParty(stage, wanted));
  await settleAndCheck(stage, CALM);
  for (const [n, drawn] of story.steps.entries()) {
    const party = parties[drawn.tab % parties.length];
    assert.ok(party);
    const step = { ...drawn, do: kindOf(drawn, party, (order) => checkouts.has(order.paymentId)) };
    count(step.do);
    if (step.do === 'settle') await settleAndCheck(stage, step);
    else if (step.do === 'deliver') await deliverOne(stage, step);
    else if (step.do === 'erase') await erase(stage, step);
    else {
      const isAlone = !moving.has(party);
      moving.set(party, isAlone ? 'alone' : 'raced');
      await takeStep(stage, step, party, isAlone);
      party.tab.decide(isRejected);
      if (!step.waits) await settleAndCheck(stage, step);
    }
    if (n === story.steps.length >> 1 && moving.size === 0) await cut();
  }
  await settleAndCheck(stage, CALM);
  await cut();
  await assertReports(world, { venueId, cuts, entries: till, day: stage.day });
  world.forget(venueId);
}

async function deliverOne({ world, facts, run }: Stage, step: Step): Promise<void> {
  await world.collect();
  const [fact] = facts.splice(step.n % Math.max(facts.length, 1), 1);
  if (!fact) return;
  await run(step, (deps) => world.deliver(fact, deps));
  if (step.luck % 3 === 0) facts.push(fact);
}

async function takeStep(stage: Stage, step: Step, party: Party, isAlone: boolean): Promise<void> {
  const { world, reject } = stage;
  const { order } = party;
  const later = oneLater(step, party);
  switch (step.do) {
    case 'pay first':
    case 'pay first twice':
      return order ? pay(stage, step, party, { order, extra: step.do === 'pay first twice' }) : undefined;
    case 'lapse':
      return lapse(stage, step, party);
    case 'pay late':
      if (!order || party.tab.status !== 'pending_payment' || !(await open(stage, step, order))) return;
      await lapse(stage, step, party);
      if (isAlone) await settle(stage, step);
      if (step.n % 2) world.soldSlots.add(party.slotId);
      return pay(stage, step, party, { order });
    case 'price':
      for (const { remoteId } of party.tab.paid) reject(step, remoteId);
      return changePrice(stage, step, party);
    case 'link':
      return link(stage, step, party, isAlone);
    case 'pay later':
    case 'pay later twice':
      return later
        ? pay(stage, step, party, { order: later, extra: step.do === 'pay later twice' })
        : undefined;
    case 'desk takes':
    case 'desk returns':
      return desk(stage, step, party, isAlone);
    case 'undo':
      return undo(stage, step, party, isAlone);
    case 'refund by hand':
      return refundByHand(stage, step, party, isAlone);
    case 'cancel':
      return cancel(stage, step, party, isAlone);
    case 'rest is due':
      return restIsDue(stage, step, party);
    case 'invoice':
      return invoice(stage, step, party, isAlone);
    default:
      return elsewhere(stage, step, party);
  }
}
