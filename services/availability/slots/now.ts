import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import type { OpeningRules } from '../schedule/schedule.ts';

/** The current instant (ms since 1970) and the venue's current booking day. */
export type Now = { instant: number; today: string };

export const nowAt = ({ timezone, dayStart }: Pick<OpeningRules, 'timezone' | 'dayStart'>): Now => {
  const instant = Date.now();
  return { instant, today: bookingDayAt(timezone, dayStart, instant) };
};
