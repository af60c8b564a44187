import type { Tier, VenueSpec } from './anyVenue.ts';

/** What became of the platform fee. */
type Outcome = 'charged' | 'returned' | 'owed' | 'not_returned';
/** Money that moved online, in cents: negative for what left the venue. */
export type Move = {
  kind: 'payment' | 'refund' | 'chargeback';
  isReversal: boolean;
  cents: number;
  feeCents: number;
  outcome: Outcome;
};
/** An online payment: what came in, and what we refunded or the bank took back of it. */
export type Online = { cents: number; feeCents: number; refunded: number; lost: number; shares: number };

/** The money of one booking in cents, kept by the rules in the docs without the product's code. */
export type Books = {
  status: 'pending_payment' | 'confirmed' | 'checked_in' | 'cancelled';
  price: number;
  /** The first online payment, and what of it counts towards the price. */
  first: Online | null;
  counted: number;
  later: Online[];
  desk: number;
  deskKept: number;
  /** What a cancellation kept of the online payments. */
  kept: number;
  moves: Move[];
  /** Money of the desk by `day method`. */
  till: Map<string, number>;
  isInvoiced: boolean;
};

export const newBooks = (price: number, status: Books['status']): Books => ({
  ...{ status, price, first: null, counted: 0, later: [], desk: 0, deskKept: 0, kept: 0 },
  ...{ moves: [], till: new Map(), isInvoiced: false },
});

type Terms = Pick<VenueSpec, 'provider' | 'feePoints' | 'feeCents' | 'bearer'>;
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
const leftOf = ({ cents, refunded, lost }: Online): number => cents - refunded - lost;
export const laterOf = ({ later }: Books): number => sum(later.map(leftOf));
export const firstHeld = ({ first }: Books): number => (first ? leftOf(first) : 0);
/** What the venue has of the online payments. */
export const heldOnline = (books: Books): number => firstHeld(books) + laterOf(books);
const balance = (books: Books): number => books.price - books.counted - laterOf(books) - books.desk;

export const isActive = ({ status }: Pick<Books, 'status'>): boolean =>
  status === 'confirmed' || status === 'checked_in';
export const openOf = (books: Books): number => (isActive(books) ? Math.max(0, balance(books)) : 0);
export const toReturnOf = (books: Books): number => {
  if (isActive(books)) return Math.min(books.desk, Math.max(0, -balance(books)));
  return Math.max(0, books.desk - books.deskKept);
};
/** What the guest owes, paid or not. Money that a bank took back is still owed. */
export function owedOf(books: Books): number {
  const { first, status, price, counted, kept, deskKept, desk } = books;
  const owned = first ? first.cents - first.refunded : 0;
  if (isActive(books)) return first ? price - Math.max(0, counted - owned) : price;
  if (status !== 'cancelled') return 0;
  return Math.min(kept, owned + laterOf(books)) + Math.min(deskKept, desk);
}

/** The platform fee of a payment. The fixed part is due once per booking. */
export function feeOf({ provider, feePoints, feeCents }: Terms, cents: number, isFirst: boolean): number {
  const agreed = Math.round((cents * feePoints) / 10_000) + (isFirst ? feeCents : 0);
  const most = provider === 'mollie' ? Math.floor((cents * 9395 - 360_000) / 10_000) : cents;
  return Math.max(0, Math.min(agreed, most));
}

/** Records an online payment. */
export function payOnline(books: Books, terms: Terms, cents: number, of: 'first' | 'later'): void {
  const isFirst = books.first === null && books.later.length === 0;
  const online = { cents, feeCents: feeOf(terms, cents, isFirst), refunded: 0, lost: 0, shares: 0 };
  const { feeCents } = online;
  books.moves.push({ kind: 'payment', isReversal: false, cents, feeCents, outcome: 'charged' });
  if (of === 'later') return void books.later.push(online);
  Object.assign(books, { first: online, counted: cents, status: 'confirmed' });
}

/** Takes money out of a payment: a refund of ours, or a chargeback. */
export function takeBack(books: Books, terms: Terms, from: Online, cents: number, by: 'us' | 'bank'): void {
  if (cents === 0) return;
  if (by === 'us') from.refunded += cents;
  else from.lost += cents;
  const total = from.refunded + from.lost;
  const share = Math.floor((2 * from.feeCents * total + from.cents) / (2 * from.cents)) - from.shares;
  from.shares += share;
  const returns = by === 'us' && terms.provider !== 'mollie';
  const bears = terms.bearer === 'platform' ? 'owed' : 'not_returned';
  books.moves.push({
    ...{ kind: by === 'us' ? 'refund' : 'chargeback', isReversal: false, cents: -cents, feeCents: share },
    outcome: returns ? 'returned' : bears,
  });
}

/** The bank returns what it took. */
export function giveBack(books: Books, from: Online): void {
  for (const move of books.moves.filter(({ kind, isReversal }) => kind === 'chargeback' && !isReversal)) {
    from.shares -= move.feeCents;
    books.moves.push({ ...move, isReversal: true, cents: -move.cents, feeCents: -move.feeCents });
  }
  from.lost = 0;
}

/** Refunds cents of all online payments, the newest first. */
export function refund(books: Books, terms: Terms, cents: number): void {
  let left = cents;
  for (const one of [...books.later.toReversed(), ...(books.first ? [books.first] : [])]) {
    const part = Math.min(left, leftOf(one));
    takeBack(books, terms, one, part, 'us');
    left -= part;
  }
}

/** A new price: online payments are refunded before the money of the desk, the newest first. */
export function changePrice(books: Books, terms: Terms, price: number): void {
  const rest = Math.max(0, price - books.desk);
  const laterBefore = laterOf(books);
  books.counted = books.first ? Math.min(Math.max(books.counted, firstHeld(books)), rest) : 0;
  const laterKept = Math.min(laterBefore, rest - books.counted);
  keepLater(books, terms, laterKept);
  if (books.first) takeBack(books, terms, books.first, Math.max(0, firstHeld(books) - books.counted), 'us');
  books.price = price;
}

function keepLater(books: Books, terms: Terms, kept: number): void {
  let left = laterOf(books) - kept;
  for (const one of books.later.toReversed()) {
    const part = Math.min(left, leftOf(one));
    takeBack(books, terms, one, part, 'us');
    left -= part;
  }
}

/** Cancels a booking. @param percent the share to refund of everything that was paid */
export function cancel(books: Books, terms: Terms, percent: number): void {
  const deskCounts = books.desk - toReturnOf(books);
  const first = firstHeld(books) > 0 ? books.counted : 0;
  books.kept = Math.floor(((first + laterOf(books)) * (100 - percent)) / 100);
  const ofFirst = Math.min(books.kept, first, firstHeld(books));
  keepLater(books, terms, Math.min(laterOf(books), books.kept - ofFirst));
  if (books.first) takeBack(books, terms, books.first, Math.max(0, firstHeld(books) - ofFirst), 'us');
  books.deskKept = Math.floor((deskCounts * (100 - percent)) / 100);
  books.status = 'cancelled';
}

/** The percentage that refund tiers promise this many hours before the start. */
export const promised = (tiers: readonly Tier[] | null, hours: number): number =>
  tiers === null ? 100 : (tiers.find(({ until_hours }) => until_hours <= hours)?.percent ?? 0);
