import { inOwnTime } from '@venue-booking/kit/messaging/callContext';
import type { Log } from '@venue-booking/kit/process/log';
import type { Ledger } from './ledgerWish.ts';

/** For giving places back, also when the caller's own time is up. */
const BUDGET_MS = 3000;

/** Gives places back now. Never fails: the sweep, or the event of a cancellation, does what it can't. */
export const createGiveBack =
  (deps: Pick<Ledger, 'release'> & { log: Log }) =>
  async (venueId: number, bookingUid: string): Promise<void> => {
    await inOwnTime(BUDGET_MS, () => deps.release({ venueId, bookingUid })).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'places not given back yet, it will be tried again'),
    );
  };
