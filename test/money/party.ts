import type { openCheckout } from '../../services/payment/checkout/openCheckout.ts';
import type { Kind, NewTab, Step } from './step.ts';
import type { Entry, Tab } from './tab.ts';

export type Order = Parameters<typeof openCheckout>[1];

/** A booking of a story. */
export type Party = NewTab & {
  id: number;
  tab: Tab;
  slotId: number;
  /** The first payment; null: booked by the desk. */
  order: Order | null;
  /** Whether its rest may have been paid at some time. */
  wasCovered: boolean;
  /** Later payments that were ever requested. */
  orders: Order[];
};

/** Steps that are taken instead of one that would change nothing. */
const INSTEAD: Kind[] = [
  ...(['pay first', 'desk takes', 'desk returns', 'undo', 'pay later', 'link'] as const),
  ...(['price', 'refund by hand', 'charge back', 'refund fails', 'return chargeback'] as const),
];

/** Whether a kind of step changes something, by the model's books. */
function applies(
  kind: Kind,
  { tab, order, orders, rest }: Party,
  isOpened: (order: Order) => boolean,
): boolean {
  const isUnpaid = ({ paymentId }: Order) => !tab.paid.some((paid) => paid.paymentId === paymentId);
  const hasBack = (by: string) => tab.paid.some(({ backs }) => backs.some((back) => back.by === by));
  switch (kind) {
    case 'pay first':
      return order !== null && isUnpaid(order) && (tab.status === 'pending_payment' || isOpened(order));
    case 'pay first twice':
    case 'pay late':
    case 'lapse':
      return order !== null && tab.status === 'pending_payment';
    case 'price':
      return tab.isActive() && !tab.isErased;
    case 'link':
    case 'desk takes':
      return tab.open() > 0;
    case 'pay later':
    case 'pay later twice':
      return orders.some(isUnpaid);
    case 'desk returns':
      return tab.desk() > 0;
    case 'undo':
      return tab.entries.some(({ isGone }) => !isGone);
    case 'refund by hand':
    case 'refund elsewhere':
    case 'charge back':
      return tab.held() > 0;
    case 'refund fails':
      return hasBack('us');
    case 'return chargeback':
      return hasBack('bank');
    case 'rest is due':
      return rest !== null && tab.isActive();
    case 'cancel':
      return tab.isActive() || tab.status === 'pending_payment';
    default:
      return true;
  }
}

/** Whether money of several kinds was paid, so that rules about all of it say more. */
const isMixed = ({ tab }: Party): boolean => {
  const kinds = [tab.firstLeft() > 0, tab.laterLeft() > 0, tab.desk() > 0].filter(Boolean).length;
  return kinds > 2 || (kinds > 1 && tab.paid.length + tab.entries.length > 2);
};

/** A step after which money of another kind may be paid. */
function towardsMixed({ luck }: Step, { tab }: Party, can: (kind: Kind) => boolean): Kind | undefined {
  const sure: Kind[] = tab.link ? ['pay first', 'pay later'] : ['pay first'];
  return sure.find(can) ?? oneOf((['desk takes', 'link', 'link', 'price'] as const).filter(can), luck);
}

/** A step that matters for a cancellation by the rules, more often than it is drawn. */
function aroundCancellation({ n, luck }: Step, party: Party, can: (kind: Kind) => boolean): Kind | undefined {
  if (isMixed(party) && luck % 5 === 0 && can('cancel')) return 'cancel';
  if (party.tab.status !== 'cancelled' || party.tab.deskKept === 0 || n % 4 === 1) return undefined;
  return oneOf((['desk returns', 'undo'] as const).filter(can), luck);
}

/**
 * The step that was drawn, or another one: for three of four that would change nothing, and for three of four
 * until money of several kinds was paid, if the booking shall have it.
 */
export function kindOf(step: Step, party: Party, isOpened: (order: Order) => boolean): Kind {
  if (step.n % 4 === 0) return step.do;
  const can = (kind: Kind) => applies(kind, party, isOpened);
  if (isMixed(party)) party.mixes = false;
  const better = party.mixes ? towardsMixed(step, party, can) : aroundCancellation(step, party, can);
  if (better) return better;
  return can(step.do) ? step.do : (oneOf(INSTEAD.filter(can), step.luck) ?? step.do);
}

/** A later payment: mostly the one of the open link. */
export function oneLater({ n }: Step, { tab, orders }: Party): Order | undefined {
  const open = orders.find(({ paymentId }) => paymentId === tab.link?.id);
  return open && n % 3 > 0 ? open : oneOf(orders, n);
}

/** An entry to undo: mostly one that counts, and of those often the newest. */
export function oneEntry({ n }: Step, { tab }: Party): Entry | undefined {
  const counting = tab.entries.filter(({ isGone }) => !isGone);
  if (n % 4 === 0 || counting.length === 0) return oneOf(tab.entries, n);
  return n % 2 ? counting.at(-1) : oneOf(counting, n);
}

export const oneOf = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
