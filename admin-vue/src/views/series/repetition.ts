import type { SeriesPreview } from '@venue-booking/proto/booking/series';

export type PreviewedDate = SeriesPreview['dates'][number];

/** The choice for a date with a conflict: leave it out, end the series, or take the slot with this id. */
export type Choice = 'skip' | 'stop' | number;

/** A date that is booked. */
export type ChosenDate = Pick<PreviewedDate, 'slot_id' | 'starts_at' | 'amount_eur'>;

/**
 * The dates to book: those without a conflict, and other times where one was chosen.
 * @param choices by the slot id of the date with the conflict; default: it is left out
 */
export function chosenDates(
  dates: readonly PreviewedDate[],
  choices: Readonly<Record<number, Choice>>,
): ChosenDate[] {
  const chosen: ChosenDate[] = [];
  for (const date of dates) {
    const choice = choices[date.slot_id] ?? 'skip';
    if (date.conflict === undefined) chosen.push(date);
    else if (choice === 'stop') break;
    else chosen.push(...(date.others ?? []).filter(({ slot_id }) => slot_id === choice));
  }
  return chosen;
}
