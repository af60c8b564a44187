import type { Crowded } from './booker.ts';
import { runProgram } from './programs.ts';
import type { Place } from './venues.ts';
import type { Pace } from './work.ts';

/** Sends so many guests at once for so many seconds, and tells how fast they booked. */
export type Crowd = (coming: { concurrency: number; seconds: number }) => Promise<Pace>;

/** Guests in a process of their own. Each books a slot that nobody has booked. */
export function crowdOf(url: string, places: Place[]): Crowd {
  let skip = 0;
  return async (coming) => {
    const pace = await runProgram<Pace>('booker.ts', { ...coming, url, places, skip } satisfies Crowded);
    skip += pace.begun;
    return pace;
  };
}
