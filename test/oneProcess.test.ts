import { after, before, describe } from 'node:test';
import { behaves } from './behaviour/all.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from './stack/ledger.ts';
import { type Stack, startInOneProcess } from './stack/stack.ts';

describe('in one process', () => {
  let stack: Stack;
  before(async () => {
    stack = await startInOneProcess();
  });
  after(async () => {
    await assertLedgerHolds(stack);
    await assertBookingsHoldPlaces(stack);
    assertNoErrorsLogged(stack);
    await stack.stop();
  });
  behaves(() => stack);
});
