import type { Rush } from './booker.ts';
import { runProgram } from './programs.ts';
import type { Place } from './venues.ts';
import type { Pace, Pacing } from './work.ts';

/** How guests come. `at`: to another URL than the usual; `slotId`: all want this one of the first place. */
type Coming = Pacing & { at?: string; pays?: boolean; slotId?: number };

/** Sends guests, and tells how it went for them. */
export type Crowd = (coming: Coming) => Promise<Pace>;

/** Guests from a process of their own. None comes to a slot that another has had, unless one is named. */
export function crowdOf(url: string, places: Place[]): Crowd {
  let had = 0;
  return async ({ at = url, ...coming }) => {
    const pace = await runProgram<Pace>('booker.ts', {
      ...coming,
      url: at,
      places,
      skip: had,
    } satisfies Rush);
    // Peers hold as many as come.
    if (at === url && coming.slotId === undefined) had += pace.begun;
    return pace;
  };
}
