import { type Failure, fail, type Refusal, saidInBoth } from '@venue-booking/proto/failures';
import type { GuestParty } from '@venue-booking/proto/price/guestParty';
import type { DecidedResize, ReservedSlot, ResizeRequest } from '@venue-booking/proto/slot';
import type { Reservation } from './bookingStore.ts';

/** What booking asks of the ledger of places; as properties, since what methods take is compared loosely. */
export type Ledger = {
  release: (reservation: Reservation) => Promise<unknown>;
  settle: (decided: { bookings: Reservation[]; resizes?: DecidedResize[] }) => Promise<unknown>;
  resize: (request: ResizeRequest) => Promise<{ refused: Refusal | null }>;
  /** Reservations, and with a `revision` numbers of people that are changing. */
  unsettled: (query: {
    olderThanMs: number;
    limit: number;
  }) => Promise<(Reservation & { revision?: number | undefined })[]>;
};

/** The ledger's answer to one party. */
export type ReserveResult =
  | { slot: ReservedSlot; refused: null }
  | { slot: ReservedSlot | null; refused: Refusal };

/** How many a party takes along of what there are only so many of, by key, as the ledger is told. */
export const stockedOf = ({ addOns }: Pick<GuestParty, 'addOns'>): Record<string, number> =>
  Object.fromEntries((addOns ?? []).filter(({ stock }) => stock).map(({ key, count }) => [key, count]));

/** What a party wants of the ledger. */
export const ledgerWish = (
  party: Pick<GuestParty, 'people' | 'addOns'>,
): { people: number; addOns?: Record<string, number> } => {
  const addOns = stockedOf(party);
  return { people: party.people, ...(Object.keys(addOns).length > 0 && { addOns }) };
};

/** Why the ledger refuses a party, in its own words: the ledger knows add-ons by their keys alone. */
export function ledgerFailure({ code, params }: Refusal, { addOns }: Pick<GuestParty, 'addOns'>): Failure {
  const name = addOns?.find(({ key }) => key === params.key)?.name;
  return fail(code, name ? { ...params, ...saidInBoth('name', (language) => name[language]) } : params);
}
