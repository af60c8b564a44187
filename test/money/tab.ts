/**
 * The model's own books of one booking: where each cent came from, and where it is. Plain arithmetic
 * that uses no code of the product.
 */

/** What a venue agreed with the platform. */
export type VenueTerms = {
  provider: 'mollie' | 'stripe';
  bearer: 'venue' | 'platform';
  feeBasisPoints: number;
  feeFixedCents: number;
};

/** Money that goes back from a payment. `due`: requested, and the provider has not decided. */
export type Back = {
  cents: number;
  by: 'us' | 'bank' | 'provider';
  state: 'due' | 'made' | 'failed';
  /** Whether the provider has ever accepted it. */
  wasMade: boolean;
  /** The share of the platform fee, and what became of it. */
  share: number;
  outcome: 'returned' | 'owed' | 'notReturned';
};

/**
 * Money that a guest paid online. `isExtra`: a second payment of the same amount, which never counts.
 */
export type Paid = {
  paymentId: string;
  attemptId: string;
  remoteId: string;
  isFirst: boolean;
  isExtra: boolean;
  cents: number;
  fee: number;
  backs: Back[];
};

/**
 * An entry of the desk. Amounts of refunds are below zero. `isAfter`: made after the cancellation.
 */
export type Entry = {
  id: string;
  cents: number;
  method: string;
  actor: string;
  isAfter: boolean;
  isGone: boolean;
};

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

export const leftOf = ({ cents, backs }: Paid): number =>
  cents - sum(backs.filter(({ state }) => state !== 'failed').map((back) => back.cents));

/** Cents that the payer's bank has taken back. */
const chargedOf = ({ backs }: Paid): number =>
  sum(backs.filter(({ by, state }) => by === 'bank' && state !== 'failed').map((back) => back.cents));

/** The part of a fee, rounded half up in integers. */
const portion = (fee: number, part: number, all: number): number =>
  Math.floor((2 * fee * part + all) / (2 * all));

/** A provider that has returned its fee does not take it again if the refund fails later. */
const hasShare = ({ state, outcome, wasMade }: Back): boolean =>
  state !== 'failed' || (outcome === 'returned' && wasMade);

/** The figures of a venue's reports, in cents. */
export type Books = ReturnType<typeof emptyBooks>;
export const emptyBooks = () => ({
  payments: 0,
  refunds: 0,
  refundsFailed: 0,
  chargebacks: 0,
  chargebacksReturned: 0,
  charged: 0,
  returned: 0,
  owed: 0,
  notReturned: 0,
});

/** The terms of a booking. `dueCents`: to pay online first; null: a booking of the desk. */
export type TabTerms = { venue: VenueTerms; price: number; dueCents: number | null };

export type Tab = ReturnType<typeof createTab>;

export function createTab({ venue, price, dueCents }: TabTerms) {
  const tab = {
    price,
    status: dueCents === null ? 'confirmed' : 'pending_payment',
    /** The part of the first payment that counts towards the price; null until it is paid. */
    counts: null as number | null,
    /** Payments in the order in which the provider captured them. */
    paid: [] as Paid[],
    /** Ids of later payments in the order in which booking learned of them. */
    learned: [] as string[],
    entries: [] as Entry[],
    deskKept: 0,
    deskAtCancel: 0,
    kept: 0,
    /** What banks took of later payments since the cancellation, less what they returned. */
    chargedLater: 0,
    /** Invoices less credit notes, and the price on the last document; null: no invoice. */
    invoiced: null as { cents: number; price: number } | null,
    isErased: false,
    /** The open payment link. */
    link: null as { id: string; cents: number } | null,
  };

  function feeOf(cents: number, fixed: number): number {
    // What Mollie reserves for its own costs.
    const most = venue.provider === 'stripe' ? cents : Math.floor((cents * 9395 - 360_000) / 10_000);
    const agreed = Math.floor((cents * venue.feeBasisPoints + 5000) / 10_000) + fixed;
    return Math.max(0, Math.min(agreed, most));
  }
  const first = () => tab.paid.find(({ isFirst, isExtra }) => isFirst && !isExtra);
  const later = () => tab.paid.filter(({ isFirst, isExtra }) => !isFirst && !isExtra);
  const firstLeft = () => sum(tab.paid.filter((one) => one === first()).map(leftOf));
  const laterLeft = () => sum(later().map(leftOf));
  const desk = () => sum(tab.entries.filter(({ isGone }) => !isGone).map(({ cents }) => cents));
  const isActive = () => tab.status === 'confirmed';
  const balance = () => tab.price - (tab.counts ?? 0) - laterLeft() - desk();
  const open = () => (isActive() ? Math.max(0, balance()) : 0);
  /** Any change of what was paid or is due withdraws the open link. */
  const withdraw = () => {
    tab.link = null;
  };

  function begin(paid: Paid, cents: number, by: Back['by']): Back | null {
    if (cents <= 0) return null;
    const before = paid.cents - leftOf(paid);
    const taken = sum(paid.backs.filter(hasShare).map(({ share }) => share));
    const isReturned = venue.provider === 'stripe' && by === 'us';
    const back: Back = {
      cents,
      by,
      state: by === 'us' ? 'due' : 'made',
      wasMade: by !== 'us',
      share: Math.max(0, portion(paid.fee, before + cents, paid.cents) - taken),
      outcome: isReturned ? 'returned' : venue.bearer === 'platform' ? 'owed' : 'notReturned',
    };
    paid.backs.push(back);
    if (!paid.isFirst && !paid.isExtra) withdraw();
    return back;
  }

  /** Refunds later payments until `cents` of them stay, the newest first. */
  function reduceLater(cents: number): void {
    let most = laterLeft() - cents;
    const newestFirst = tab.learned
      .toReversed()
      .flatMap((id) => later().filter((one) => one.paymentId === id));
    for (const one of newestFirst) {
      const part = Math.min(Math.max(most, 0), leftOf(one));
      begin(one, part, 'us');
      most -= part;
    }
  }

  /** What the guest owes, paid or not. What a bank took back is still owed. */
  function owed(): number {
    const paidFirst = first();
    const ownFirst = firstLeft() + (paidFirst ? chargedOf(paidFirst) : 0);
    if (tab.status === 'cancelled')
      return (
        Math.min(tab.kept, ownFirst + Math.max(0, laterLeft() + tab.chargedLater)) +
        Math.max(0, Math.min(tab.deskKept, desk()))
      );
    return isActive() ? tab.price - Math.max(0, (tab.counts ?? 0) - ownFirst) : 0;
  }

  return Object.assign(tab, {
    ...{ first, firstLeft, laterLeft, desk, isActive, open, owed },
    held: () => firstLeft() + laterLeft(),
    /** What the venue has to return of the desk's money. */
    toReturn: () =>
      isActive() ? Math.min(desk(), Math.max(0, -balance())) : Math.max(0, desk() - tab.deskKept),
    /** The platform fee of the first payment. */
    firstFee: (cents: number) => feeOf(cents, venue.feeFixedCents),
    /** The platform fee of a payment link. The fixed part is due once per booking. */
    linkFee(cents: number): number {
      const isPaid = dueCents !== null || tab.learned.length > 0;
      return feeOf(cents, isPaid ? 0 : venue.feeFixedCents);
    },
    payFirst(paid: Paid, arePlacesFree: boolean): void {
      tab.paid.push(paid);
      tab.counts = paid.cents;
      if (tab.status === 'pending_payment' || (tab.status === 'expired' && arePlacesFree))
        tab.status = 'confirmed';
      else begin(paid, paid.cents, 'us');
    },
    payLater(paid: Paid): void {
      const counted = Math.min(paid.cents, open());
      tab.paid.push(paid);
      tab.learned.push(paid.paymentId);
      if (tab.link?.id === paid.paymentId || counted > 0) withdraw();
      const { link } = tab;
      begin(paid, paid.cents - counted, 'us');
      tab.link = link;
    },
    payTwice(paid: Paid): void {
      tab.paid.push(paid);
      begin(paid, paid.cents, 'us');
    },
    changePrice(cents: number): void {
      if (cents !== tab.price) withdraw();
      const rest = Math.max(0, cents - desk());
      const before = tab.counts;
      const paid = first();
      tab.price = cents;
      if (before !== null) {
        tab.counts = Math.min(Math.max(before, firstLeft()), rest);
        if (tab.counts !== before) withdraw();
        if (paid) begin(paid, firstLeft() - tab.counts, 'us');
      }
      reduceLater(Math.min(laterLeft(), rest - (tab.counts ?? 0)));
    },
    /** @param percent refunded, online and at the desk */
    cancel(percent: number): void {
      withdraw();
      const deskCounts = desk() - Math.min(desk(), Math.max(0, -balance()));
      const countsFirst = firstLeft() > 0 ? (tab.counts ?? 0) : 0;
      tab.kept = Math.floor(((countsFirst + laterLeft()) * (100 - percent)) / 100);
      // The venue may have refunded a part of the first one before.
      const keptFirst = Math.min(tab.kept, countsFirst, firstLeft());
      const paid = first();
      if (paid && firstLeft() > 0) begin(paid, firstLeft() - keptFirst, 'us');
      reduceLater(tab.kept - keptFirst);
      tab.deskAtCancel = desk();
      tab.deskKept = Math.floor((deskCounts * (100 - percent)) / 100);
      tab.status = 'cancelled';
    },
    /**
     * Booking counts such a refund once the provider accepts it. A rejected one changes nothing of what is
     * open, so the link stays. Returns false if less is left.
     */
    refundByHand(cents: number, rejects: (paid: Paid) => boolean): boolean {
      const counted = tab.paid.filter(({ isExtra }) => !isExtra).toReversed();
      if (cents > sum(counted.map(leftOf))) return false;
      let rest = cents;
      for (const one of counted) {
        const part = Math.min(rest, leftOf(one));
        const { link } = tab;
        const back = begin(one, part, 'us');
        rest -= part;
        if (!back || !rejects(one)) continue;
        back.state = 'failed';
        tab.link = link;
      }
      return true;
    },
    goBack(paid: Paid, cents: number, by: 'bank' | 'provider'): void {
      begin(paid, cents, by);
      if (by === 'bank' && !paid.isFirst && !paid.isExtra && tab.status === 'cancelled')
        tab.chargedLater += cents;
    },
    /** A refund that was made fails, or the bank returns the money. */
    comeBack(paid: Paid, back: Back): void {
      back.state = 'failed';
      if (paid.isFirst || paid.isExtra) return;
      withdraw();
      if (back.by === 'bank' && tab.status === 'cancelled') tab.chargedLater -= back.cents;
    },
    /** The provider decides about everything that is due. */
    decide(rejects: (paid: Paid) => boolean): void {
      for (const paid of tab.paid)
        for (const back of paid.backs.filter(({ state }) => state === 'due')) {
          back.state = rejects(paid) ? 'failed' : 'made';
          back.wasMade = back.state === 'made';
          if (back.state === 'failed' && !paid.isFirst && !paid.isExtra) withdraw();
        }
    },
    enter(entry: Omit<Entry, 'isAfter' | 'isGone'>): void {
      withdraw();
      tab.entries.push({ ...entry, isAfter: !isActive(), isGone: false });
    },
    undo(entry: Entry): void {
      withdraw();
      if (!entry.isAfter && tab.status === 'cancelled' && tab.deskAtCancel > 0) {
        tab.deskKept = Math.floor((tab.deskKept * (tab.deskAtCancel - entry.cents)) / tab.deskAtCancel);
        tab.deskAtCancel -= entry.cents;
      }
      entry.isGone = true;
    },
    /** Credit notes that are due, and with a changed price another invoice. */
    correct(): void {
      if (!tab.invoiced) return;
      const isSame = tab.status === 'cancelled' || tab.invoiced.price === tab.price || owed() === 0;
      const cents = isSame ? Math.min(tab.invoiced.cents, owed()) : owed();
      if (cents !== tab.invoiced.cents) tab.invoiced = { cents, price: tab.price };
    },
    addTo(books: Books): void {
      for (const { cents, fee, backs } of tab.paid) {
        books.payments += cents;
        books.charged += fee;
        for (const back of backs) {
          const isBank = back.by === 'bank';
          books[isBank ? 'chargebacks' : 'refunds'] += back.cents;
          if (back.state === 'failed') books[isBank ? 'chargebacksReturned' : 'refundsFailed'] += back.cents;
          if (hasShare(back)) books[back.outcome] += back.share;
        }
      }
    },
  });
}
