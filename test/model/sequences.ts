import fc from 'fast-check';
import type { Command } from './command.ts';
import * as guest from './guestCommands.ts';
import { newModel } from './model.ts';
import * as other from './otherCommands.ts';
import { assertOutcome, heal } from './outcome.ts';
import { newRun, type Setting, type World } from './world.ts';

/** Of each kind, how many times it is in the hat. What kills or hangs takes seconds. */
const weights: [fc.Arbitrary<Command>, number][] = [
  [guest.book, 6],
  [guest.openPayLink, 8],
  [guest.pay, 6],
  [guest.payLate, 3],
  [guest.bankTakesTime, 1],
  [guest.failAtProvider, 1],
  [guest.cancelAtProvider, 1],
  [guest.expireAtProvider, 1],
  [guest.returnToUs, 2],
  [guest.cancelAsGuest, 2],
  [other.cancelAsVenue, 2],
  [other.refund, 3],
  [other.bookAtDesk, 1],
  [other.endHold, 3],
  [other.waitForRest, 2],
  [other.webhooksBecome, 4],
  [other.webhookAgain, 2],
  [other.providerGoesAway, 3],
  [other.providerIsBack, 1],
  [other.kill, 1],
  [other.wipeNats, 1],
];

const setting: fc.Arbitrary<Setting> = fc.record({
  capacity: fc.integer({ min: 2, max: 4 }),
  cancelable: fc.boolean(),
});

type Bounds = {
  maxCommands: number;
  /** Longest until everything is at rest. */
  restMs: number;
  /** After this no further sequence is begun, also while shrinking. */
  totalMs: number;
};

/** Any sequence of what guests, venue, provider and crashes do ends as the model allows. */
export function anySequenceEndsWell(world: World, { maxCommands, restMs, totalMs }: Bounds) {
  const until = Date.now() + totalMs;
  const hat = weights.flatMap(([arbitrary, times]) => Array.from({ length: times }, () => arbitrary));
  return fc.asyncProperty(
    setting,
    fc.commands(hat, { maxCommands, size: 'max' }),
    async (given, commands) => {
      if (Date.now() > until) throw new fc.PreconditionFailure(true);
      const model = newModel(given.capacity);
      const run = await newRun(world, given);
      await fc.asyncModelRun(() => ({ model, real: run }), commands);
      await heal(model, run, restMs);
      await assertOutcome(model, run);
    },
  );
}
