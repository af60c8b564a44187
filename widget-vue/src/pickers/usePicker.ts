import { isBookable } from '../booking/party.ts';
import { useContext } from '../flow/context.ts';
import type { ScheduleControl } from '../flow/schedule.ts';
import { type DatePart, dateText, longDate } from '../texts/dates.ts';
import { whyNone } from './days.ts';

/** Shared by all parts of a picker: the schedule, formatted dates, and choosing a day. */
export function usePicker() {
  const context = useContext();
  const { state, see, choose, turn } = context.flow.schedule.value as ScheduleControl;
  const { say, announce } = context;
  const text = (date: string, width: 'long' | 'short', ...parts: DatePart[]) =>
    dateText(context.locale, date, width, parts);
  const long = (date: string) => longDate(context.locale, date);
  /** Says that the party can't book the day of the slots, and why. */
  const noTimesText = () =>
    say(whyNone(state), { date: long(state.slotsOf), count: context.flow.state.draft.people });
  const announceTimes = () => {
    const { date, slots, facility } = state;
    if (state.loading || state.slotsOf !== date) return;
    const { people } = context.flow.state.draft;
    const count = slots?.filter((slot) => isBookable(facility, slot, people)).length;
    announce(count ? say('timesFree', { count, date: long(date) }) : noTimesText());
  };
  return {
    ...context,
    state,
    see,
    text,
    long,
    noTimesText,
    /** Chooses a day and announces its number of available times once loaded. */
    async choose(date: string) {
      await choose(date);
      if (state.date === date) announceTimes();
    },
    /** Chooses the first available of some days, and announces as `choose` does. */
    async turn(dates: readonly string[]) {
      await turn(dates);
      announceTimes();
    },
  };
}
