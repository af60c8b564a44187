import type { CalendarBooking } from '@venue-booking/proto/booking/calendar';
import type { MovesPreview, MoveWish } from '@venue-booking/proto/booking/moves';
import { type RefundChoice, refundOf } from '../bookings/refunds.ts';

/**
 * The action for all bookings: move those that fit, and leave or cancel the rest; ask all guests to choose;
 * or cancel all.
 */
export type Plan = 'move' | 'moveOrCancel' | 'ask' | 'cancel';

/** The action for one booking: move to the slot with this id, ask its guest, cancel, or leave unchanged. */
export type Action = number | RefundChoice | 'ask' | 'stay';

type Booking = Pick<CalendarBooking, 'id' | 'payment_status'>;
type Terms = {
  plan: Plan;
  /** Of cancelled bookings. */
  money: RefundChoice;
  /** Choices for single bookings, which go before the plan. */
  own: Readonly<Record<number, Action>>;
  /** The slots where bookings fit. */
  fits: ReadonlyMap<number, MovesPreview['bookings'][number]>;
  isOwner: boolean;
};

/** Whether the person may cancel a booking: only an owner decides over an online payment. */
export const canCancel = ({ payment_status }: Booking, isOwner: boolean): boolean =>
  isOwner || payment_status !== 'paid';

/** The action for a booking: the choice made for it, or else the plan. */
export function actionOf(booking: Booking, { plan, money, own, fits, isOwner }: Terms): Action {
  const chosen = own[booking.id];
  if (chosen !== undefined) return chosen;
  if (plan === 'ask') return canCancel(booking, isOwner) ? 'ask' : 'stay';
  const slot = fits.get(booking.id)?.slot_id;
  if (plan !== 'cancel' && slot) return slot;
  return plan === 'move' || !canCancel(booking, isOwner) ? 'stay' : money;
}

/**
 * The items of the request, without bookings that stay. The server decides what a desk refunds.
 * @param until the last day for guests who are asked
 */
export const wishesOf = (
  actions: ReadonlyMap<number, Action>,
  { isOwner, until }: { isOwner: boolean; until: string },
): MoveWish[] =>
  [...actions].flatMap(([booking_id, action]): MoveWish[] => {
    if (action === 'stay') return [];
    if (action === 'ask') return [{ booking_id, action, until }];
    if (typeof action === 'number') return [{ booking_id, action: 'move', slot_id: action }];
    return [{ booking_id, action: 'cancel', ...(isOwner && { refund: refundOf[action] }) }];
  });
