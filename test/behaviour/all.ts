import { after, before, describe } from 'node:test';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import type { Stack } from '../stack/stack.ts';
import { adminApi } from './adminApi.ts';
import { createBooking } from './createBooking.ts';
import { crossOrigin } from './crossOrigin.ts';
import { idempotency } from './idempotency.ts';
import { operations } from './operations.ts';
import { publicReads } from './publicReads.ts';
import { webhooks } from './webhooks.ts';

/** Everything that the product does, whichever way it runs. */
export function describeBehaviour(way: string, start: () => Promise<Stack>): void {
  describe(way, () => {
    let stack: Stack;
    before(async () => {
      stack = await start();
    });
    after(async () => {
      await assertLedgerHolds(stack);
      await assertBookingsHoldPlaces(stack);
      assertNoErrorsLogged(stack);
      await stack.stop();
    });
    for (const behaviour of [
      publicReads,
      createBooking,
      idempotency,
      adminApi,
      crossOrigin,
      operations,
      webhooks,
    ])
      behaviour(() => stack);
  });
}
