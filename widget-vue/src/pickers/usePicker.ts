import { useContext } from '../context.ts';
import { type DatePart, dateText, longDate } from '../dates.ts';
import { isBookable } from '../party.ts';
import type { ScheduleControl } from '../schedule.ts';

/**
 * What all parts of a picker share: the schedule, texts of dates in the guest's language, and choosing a day.
 */
export function usePicker() {
  const context = useContext();
  const { state, see, choose } = context.flow.schedule.value as ScheduleControl;
  const { say, announce } = context;
  const text = (date: string, width: 'long' | 'short', ...parts: DatePart[]) =>
    dateText(context.locale, date, width, parts);
  const long = (date: string) => longDate(context.locale, date);
  return {
    ...context,
    state,
    see,
    text,
    long,
    /** Chooses a day for a guest, and says aloud what is free on it once that is known. */
    async choose(date: string) {
      await choose(date);
      if (state.loading || state.slotsOf !== date) return;
      const count = state.slots?.filter((slot) =>
        isBookable(state.facility, slot, context.flow.state.draft.people),
      ).length;
      announce(say(count ? 'timesFree' : 'noTimes', { count: count ?? 0, date: long(date) }));
    },
  };
}
