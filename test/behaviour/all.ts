import { after, before, describe } from 'node:test';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import type { Stack } from '../stack/stack.ts';
import { access } from './access.ts';
import { adminApi } from './adminApi.ts';
import { changingNights } from './changingNights.ts';
import { createBooking } from './createBooking.ts';
import { crossOrigin } from './crossOrigin.ts';
import { crowdedOut } from './crowdedOut.ts';
import { desk } from './desk.ts';
import { feed } from './feed.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { mail } from './mail.ts';
import { moneyRules } from './moneyRules.ts';
import { operations } from './operations.ts';
import { payments } from './payments.ts';
import { publicReads } from './publicReads.ts';
import { rulesChanges } from './rulesChanges.ts';
import { texts } from './texts.ts';
import { ticketPage } from './ticketPage.ts';
import { webhooks } from './webhooks.ts';

const behaviours = [
  publicReads,
  createBooking,
  changingNights,
  ticketPage,
  idempotency,
  adminApi,
  access,
  desk,
  rulesChanges,
  feed,
  crossOrigin,
  isolation,
  mail,
  webhooks,
  payments,
  moneyRules,
  crowdedOut,
  texts,
  operations,
];

/** The one that `npm test -- test/behaviour/<name>.ts` asks for, else all. */
function wanted<Behaviour extends { name: string }>(all: Behaviour[]): Behaviour[] {
  const one = all.filter(({ name }) => name === process.env.TEST_BEHAVIOUR);
  return one.length > 0 ? one : all;
}

/**
 * Everything that the product does, whichever way it runs.
 * @param once what one way of running it shows for all
 */
export function describeBehaviour(
  way: string,
  start: () => Promise<Stack>,
  once: ((stack: () => Stack) => void)[] = [],
): void {
  describe(way, () => {
    let stack: Stack;
    before(async () => {
      stack = await start();
    });
    after(async () => {
      try {
        await assertLedgerHolds(stack);
        await assertBookingsHoldPlaces(stack);
        await assertMoneyHolds(stack);
        await assertOnce(stack);
        assertNoErrorsLogged(stack);
      } finally {
        await stack.stop();
      }
    });
    for (const behaviour of wanted([...behaviours, ...once])) behaviour(() => stack);
  });
}
