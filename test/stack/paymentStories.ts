import type { GuestState, PayingGuest } from './payingGuest.ts';

/** What happens to a guest's booking and money, in three parts. A crash may interrupt `go`. */
export type Story = {
  /** Brings the booking to where the story begins. */
  prepare(guest: PayingGuest): Promise<unknown>;
  go(guest: PayingGuest): Promise<unknown>;
  /** What the guest does once everything works again. */
  afterwards?(guest: PayingGuest): Promise<unknown>;
  ending: GuestState;
};

const ending = (changes: Partial<GuestState>): GuestState => ({
  booking: 'confirmed, paid',
  ours: [2500, 0],
  provider: [1, 2500, 0],
  mails: ['confirmed', 'payment_due'],
  holds: 1,
  history: ['created', 'paid', 'confirmed'],
  waiting: 0,
  ...changes,
});
const nothingLeft = { holds: 0, ours: [2500, 2500], provider: [1, 2500, 2500] } satisfies Partial<GuestState>;

const toCheckout = async (guest: PayingGuest) => {
  await guest.book();
  await guest.untilPayable();
};
const toExpired = async (guest: PayingGuest) => {
  await toCheckout(guest);
  await guest.endHold();
  await guest.becomes('expired');
};

/** Everything that can become of a booking with online payment. */
export const stories = {
  'booking, then paying': {
    prepare: async () => {},
    go: (guest) => guest.book(),
    async afterwards(guest) {
      await guest.untilPayable();
      await guest.pay();
    },
    ending: ending({}),
  },
  'booking that fails': {
    prepare: async () => {},
    go: (guest) => guest.book(),
    ending: ending({ booking: 'none', ours: [0, 0], provider: [0, 0, 0], mails: [], holds: 0, history: [] }),
  },
  paying: { prepare: toCheckout, go: (guest) => guest.pay(), ending: ending({}) },
  'letting the hold expire': {
    prepare: toCheckout,
    go: (guest) => guest.endHold(),
    ending: ending({
      ...{ booking: 'expired, expired', ours: [0, 0], provider: [1, 0, 0] },
      ...{ mails: ['payment_due'], holds: 0, history: ['created', 'expired'] },
    }),
  },
  'paying after the hold expired': {
    prepare: toExpired,
    go: (guest) => guest.pay(),
    ending: ending({ history: ['created', 'expired', 'paid', 'confirmed'] }),
  },
  'paying when the places are taken': {
    async prepare(guest) {
      await toExpired(guest);
      await guest.othersBook();
    },
    go: (guest) => guest.pay(),
    ending: ending({
      ...{ ...nothingLeft, booking: 'expired, refunded', mails: ['payment_due', 'refunded'] },
      history: ['created', 'expired', 'paid', 'payment_declined', 'refunded'],
    }),
  },
  'cancelling a paid booking': {
    async prepare(guest) {
      await toCheckout(guest);
      await guest.pay();
      await guest.becomes('confirmed');
    },
    go: (guest) => guest.cancel(),
    afterwards: (guest) => guest.cancel(),
    ending: ending({
      ...{ ...nothingLeft, booking: 'cancelled, refunded' },
      mails: ['cancelled', 'confirmed', 'payment_due', 'refunded'],
      history: ['created', 'paid', 'confirmed', 'cancelled', 'refunded'],
    }),
  },
} satisfies Record<string, Story>;

export type StoryName = keyof typeof stories;
