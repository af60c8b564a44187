import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatMoment } from '@venue-booking/domain/wording/formats';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { fail, failureText, inEachLanguage } from '@venue-booking/proto/failures';

/** Failures that say nothing about a date. */
const OF_NO_DATE = ['timeout', 'unavailable', 'venue_day_full'];

/**
 * Returns a handler that throws the failure of one date of a series as `series_refused`, with the date.
 * @param timezone undefined: throws the failure as it is
 * @param startsAt the start of the date, ms since 1970
 */
export const nameDate =
  (timezone: string | undefined, startsAt: number) =>
  (error: unknown): never => {
    const failure = failureOf(error);
    if (!timezone || !failure || OF_NO_DATE.includes(failure.code)) throw error;
    const local = localAt(timezone, startsAt);
    throw fail('series_refused', {
      ...inEachLanguage('date', (language) => formatMoment(local, language)),
      ...inEachLanguage('reason', (language) => failureText(failure.code, failure.params, language)),
    });
  };
