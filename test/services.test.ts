import { after, before, describe } from 'node:test';
import { behaves } from './behaviour/all.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from './stack/ledger.ts';
import { type Stack, startAsServices } from './stack/stack.ts';

describe('as services over NATS, Redis and PostgreSQL', () => {
  let stack: Stack;
  before(async () => {
    stack = await startAsServices();
  });
  after(async () => {
    await assertLedgerHolds(stack);
    await assertBookingsHoldPlaces(stack);
    assertNoErrorsLogged(stack);
    await stack.stop();
  });
  behaves(() => stack);
});
