import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { nameIn } from '@venue-booking/domain/wording/nameIn';
import type { DecidedResize, ReservedSlot, ResizeRequest, Slot } from '@venue-booking/proto/facility/slot';
import { type Failure, type FailureData, fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { Reservation } from './bookingStore.ts';

/** The ledger's operations. Properties instead of methods, so that TypeScript checks parameters strictly. */
export type Ledger = {
  release: (reservation: Reservation) => Promise<unknown>;
  settle: (decided: { bookings: Reservation[]; resizes?: DecidedResize[] }) => Promise<unknown>;
  resize: (request: ResizeRequest) => Promise<{ refused: FailureData | null }>;
  /** Old unsettled reservations, and with a `revision` those whose size is being changed. */
  unsettled: (query: {
    olderThanMs: number;
    limit: number;
  }) => Promise<(Reservation & { revision?: number | undefined })[]>;
};

/** The ledger's result for one party. */
export type ReserveResult =
  | { slot: ReservedSlot; refused: null }
  | { slot: ReservedSlot | null; refused: FailureData };

/** The counts of a party's add-ons that have a stock, by key. */
export const stockedOf = ({ addOns }: Pick<GuestParty, 'addOns'>): Record<string, number> =>
  Object.fromEntries((addOns ?? []).filter(({ stock }) => stock).map(({ key, count }) => [key, count]));

/** Whether a slot has fewer add-ons left than the party wants. */
export const lacksAddOns = ({ add_ons: left = [] }: Pick<Slot, 'add_ons'>, party: GuestParty): boolean => {
  const wanted = stockedOf(party);
  return left.some(({ key, left: count }) => (wanted[key] ?? 0) > count);
};

/** The ledger's input for a party. */
export const ledgerParty = (
  party: Pick<GuestParty, 'people' | 'addOns'>,
): { people: number; addOns?: Record<string, number> } => {
  const addOns = stockedOf(party);
  return { people: party.people, ...(Object.keys(addOns).length > 0 && { addOns }) };
};

/** The ledger's failure with the add-on's name; the ledger itself knows only keys. */
export function ledgerFailure(
  { code, params }: FailureData,
  { addOns }: Pick<GuestParty, 'addOns'>,
): Failure {
  const name = addOns?.find(({ key }) => key === params.key)?.name;
  return fail(
    code,
    name ? { ...params, ...inEachLanguage('name', (language) => nameIn(name, language)) } : params,
  );
}
