import fc from 'fast-check';
import type { Command } from './command.ts';
import * as guest from './guestCommands.ts';
import { newModel } from './model.ts';
import * as other from './otherCommands.ts';
import { assertOutcome, heal } from './outcome.ts';
import { newRun, type Setting, type World } from './world.ts';

type Hat = [fc.Arbitrary<Command>, number][];

/** What people do, each command with its weight. */
const people: Hat = [
  [guest.arrive, 10],
  [guest.book, 3],
  [guest.openPayLink, 8],
  [guest.pay, 16],
  [guest.payLate, 12],
  [guest.bankTakesTime, 2],
  [guest.failAtProvider, 2],
  [guest.cancelAtProvider, 1],
  [guest.expireAtProvider, 1],
  [guest.returnToUs, 4],
  [guest.cancelAsGuest, 3],
  [other.cancelAsVenue, 3],
  [other.refund, 6],
  [other.changePeople, 4],
  [other.changePrice, 8],
  [other.bookAtDesk, 2],
  [other.waitForRest, 3],
];

/** Faults. Kills and hangs take seconds, so they are rare. */
const trouble: Hat = [
  [other.endHold, 4],
  [other.webhooksBecome, 8],
  [other.webhookAgain, 4],
  [other.providerGoesAway, 6],
  [other.providerIsBack, 2],
  [other.kill, 2],
  [other.wipeNats, 1],
];

const setting: fc.Arbitrary<Setting> = fc.record({
  capacity: fc.integer({ min: 2, max: 4 }),
  cancelable: fc.boolean(),
  percentBack: fc.constantFrom(100, 37, 0),
  depositPercent: fc.constantFrom(100, 33),
});

/** Starts with a guest, because most commands need one. */
function* afterArrival(commands: Iterable<Command>): Iterable<Command> {
  yield guest.arriving(1);
  yield* commands;
}

type Bounds = {
  maxCommands: number;
  /** Only what people do, without faults. */
  calm?: boolean;
  /** No sequence starts after this time, not even while shrinking. */
  totalMs: number;
};

/**
 * The property that any sequence of actions by guests, venue and provider, and of crashes, ends as the model
 * allows.
 */
export function anySequenceEndsWell(world: World, { maxCommands, calm, totalMs }: Bounds) {
  const until = Date.now() + totalMs;
  const hat = (calm ? people : [...people, ...trouble]).flatMap(([arbitrary, times]) =>
    Array.from({ length: times }, () => arbitrary),
  );
  return fc.asyncProperty(
    setting,
    fc.commands(hat, { maxCommands, size: 'max' }),
    async (given, commands) => {
      if (Date.now() > until) throw new fc.PreconditionFailure(true);
      const model = newModel(given.capacity);
      const run = await newRun(world, given);
      try {
        await fc.asyncModelRun(() => ({ model, real: run }), afterArrival(commands));
      } finally {
        await run.crashes.done();
      }
      await heal(model, run);
      await assertOutcome(model, run);
    },
  );
}
