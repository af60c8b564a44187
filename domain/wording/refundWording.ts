import type { Locale } from '@venue-booking/proto/primitives';
import { formatMoment, formatPercent } from './formats.ts';
import { texts } from './texts.ts';

/** The refund a guest gets when cancelling, by deadline. @param tiers.until the venue's local time */
export function refundWording(
  tiers: readonly { until: string; percent: number }[],
  locale: Locale,
): { lead: string; lines: string[] } {
  const { lead, line, all, nothing } = texts[locale].refund;
  const shareOf = (percent: number) =>
    percent === 100 ? all : percent === 0 ? nothing : formatPercent(percent, locale);
  const lines = tiers.map(({ until, percent }) => line(formatMoment(until, locale), shareOf(percent)));
  return { lead, lines };
}
