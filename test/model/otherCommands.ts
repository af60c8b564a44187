import fc from 'fast-check';
import type { Fault } from '../fakes/faults.ts';
import type { WebhookBehaviour } from '../fakes/webhookSender.ts';
import { anyGuest, command, guestCommand } from './command.ts';
import { PRICE_CENTS } from './model.ts';
import { settle } from './rest.ts';

const LONGEST_SETTLING_MS = 3000;

// The venue.

export const cancelAsVenue = anyGuest.map((n) =>
  guestCommand(['VenueCancels', n], {
    when: ({ cancelled }) => !cancelled,
    async run(guest, real) {
      if ((await real.cancelAsVenue(guest)).status === 200) guest.cancelled = true;
    },
  }),
);

export const refund = fc
  .tuple(anyGuest, fc.oneof(fc.constantFrom(1, 1250, 2500), fc.integer({ min: 1, max: 2600 })))
  .map(([n, cents]) =>
    guestCommand(['PartialRefund', n, cents], {
      when: ({ paid }) => paid !== null,
      async run(guest, real) {
        if ((await real.refund(guest, cents)).status === 201) guest.refundedCents += cents;
      },
    }),
  );

/**
 * Changes the party size at the same amount. A larger party may be rejected, and a concurrent change may
 * conflict.
 */
export const changePeople = fc.tuple(anyGuest, fc.integer({ min: 1, max: 3 })).map(([n, people]) =>
  guestCommand(['ChangePeople', n, people], {
    when: ({ paid, cancelled }) => paid !== null && !cancelled,
    async run(guest, real) {
      guest.most = Math.max(guest.most, people);
      const { status } = await real.changePeople(guest, people);
      guest.mayComeWith = status === 200 ? [people] : [...guest.mayComeWith, people];
    },
  }),
);

/** Changes the party size at the current price, which refunds any excess payment. */
export const changePrice = fc.tuple(anyGuest, fc.integer({ min: 1, max: 3 })).map(([n, people]) =>
  guestCommand(['ChangePrice', n, people], {
    when: ({ paid, cancelled }) => paid !== null && !cancelled,
    async run(guest, real) {
      const told = await real.quoteChange(guest, people);
      if (told.status !== 200) return;
      guest.most = Math.max(guest.most, people);
      const { status } = await real.changePeople(guest, people, told.body.quote);
      const before = status === 200 ? [] : guest.mayBePaid;
      guest.mayComeWith = status === 200 ? [people] : [...guest.mayComeWith, people];
      guest.mayBePaid = [...before, ...guest.mayBePaid.map((cents) => Math.min(cents, people * PRICE_CENTS))];
    },
  }),
);

export const bookAtDesk = fc.integer({ min: 1, max: 2 }).map((people) =>
  command('DeskBooks', [people], {
    when: ({ atDesk, capacity }) => atDesk < capacity,
    async run(model, real) {
      await real.bookAtDesk(people, () => {
        model.atDesk += people;
      });
    },
  }),
);

// The clock.

export const endHold = fc.tuple(anyGuest, fc.boolean()).map(([n, givesUp]) =>
  guestCommand(['EndHold', n, givesUp ? 'and its grace' : 'only'], {
    when: ({ hold, cancelled }) => hold === 'lasts' && !cancelled,
    async run(guest, real) {
      guest.hold = givesUp ? 'given up' : 'over';
      await real.endHold(guest, { givesUp });
    },
  }),
);

export const waitForRest = fc.constant(
  command('Settle', [], { run: (_, real) => settle(real, LONGEST_SETTLING_MS).catch(() => {}) }),
);

// The provider.

export const webhooksBecome = fc
  .oneof(
    fc.constant<WebhookBehaviour>('deliver'),
    fc.constant<WebhookBehaviour>('lose'),
    fc.record({ repeat: fc.integer({ min: 2, max: 8 }) }),
    fc.record({ delay: fc.integer({ min: 50, max: 2000 }) }),
  )
  .map((behaviour) =>
    command('Webhooks', [JSON.stringify(behaviour)], {
      async run(_, { mollie }) {
        mollie.webhooks.behaviour = behaviour;
      },
    }),
  );

export const webhookAgain = fc.tuple(anyGuest, fc.integer({ min: 1, max: 5 })).map(([n, times]) =>
  guestCommand(['WebhookAgain', n, times], {
    when: ({ checkout }) => checkout !== null,
    async run({ checkout }, { mollie }) {
      const { id, webhookUrl } = mollie.payment(checkout ?? '');
      const body = () => ({ method: 'POST', body: new URLSearchParams({ id }) });
      const one = () =>
        fetch(webhookUrl ?? '', { ...body(), signal: AbortSignal.timeout(5000) }).catch(() => null);
      await Promise.all(Array.from({ length: times }, one));
    },
  }),
);

const quickFault = fc.record({
  act: fc.constantFrom('reset before', 'reset after', 'busy'),
  times: fc.integer({ min: 1, max: 5 }),
});
// Each takes the full request timeout.
const slowFault = fc.record({ act: fc.constantFrom('hang', 'hang after', 'stall'), times: fc.constant(1) });

export const providerGoesAway = fc
  .oneof({ weight: 6, arbitrary: quickFault }, { weight: 1, arbitrary: slowFault })
  .map(({ act, times }) =>
    command('ProviderAway', [act, times], {
      async run(_, { mollie }) {
        const fault = act === 'busy' ? { act: 'status', status: 503, times } : { act, times };
        mollie.faults.add(fault as Fault);
      },
    }),
  );

export const providerIsBack = fc.constant(
  command('ProviderBack', [], {
    async run(_, { mollie }) {
      mollie.faults.clear();
    },
  }),
);

// Our own services and NATS.

/** Kills a service in the background while other commands run. */
export const kill = fc
  .tuple(fc.constantFrom('payment', 'booking'), fc.integer({ min: 0, max: 300 }))
  .map(([service, afterMs]) =>
    command('Kill', [service, `${afterMs} ms from now`], {
      async run(model, { crashes }) {
        if (service === 'booking') model.bookingCrashed = true;
        crashes.plan(service, afterMs);
      },
    }),
  );

export const wipeNats = fc.constant(command('WipeNats', [], { run: (_, { broker }) => broker.wipe() }));
