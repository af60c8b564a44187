import { dateText, longDate } from '../texts/dates.ts';
import { euroText } from '../texts/money.ts';
import type { Locale } from '../texts/wording.ts';
import { durationText } from './facts.ts';

const DAY = '2026-01-01';

/**
 * Creates the first `Intl` formats while the venue loads, each in a task of its own. Creating one takes
 * milliseconds, which would otherwise delay the first choice and make its task long on a slow phone.
 */
export async function warmUp(locale: Locale): Promise<void> {
  for (const use of [
    () => durationText(locale, 60),
    () => durationText(locale, 120),
    () => euroText(locale, 1),
    () => longDate(locale, DAY),
    () => dateText(locale, DAY, 'short', ['weekday']),
    () => dateText(locale, DAY, 'short', ['month', 'year']),
    () => dateText(locale, DAY, 'short', ['weekday', 'day', 'month']),
  ]) {
    await new Promise((resolve) => setTimeout(resolve));
    use();
  }
}
