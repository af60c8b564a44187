import { every } from '@venue-booking/kit/every';
import type { Log } from '@venue-booking/kit/log';
import type { BookingDatabase } from '../database.ts';
import { eraseExpired, type Forget } from './eraseGuest.ts';

const HOUR_MS = 3600_000;

/** Erases, once an hour until stopped, the guests of bookings that their venue no longer keeps. */
export const startRetention = (deps: { database: BookingDatabase; forget: Forget; log: Log }) =>
  every(
    HOUR_MS,
    {
      name: 'retention',
      budgetMs: HOUR_MS,
      async run() {
        const erased = await eraseExpired(deps);
        if (erased > 0)
          deps.log.info({ bookings: erased }, 'guests erased, as their venues no longer keep them');
      },
    },
    deps.log,
  );
