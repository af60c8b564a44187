import type { Locale } from '@venue-booking/proto/primitives';
import { formatMoment } from './formats.ts';

const words = {
  nl: {
    lead: 'Dit krijg je terug als je annuleert:',
    line: (moment: string, what: string) => `tot ${moment}: ${what}`,
    all: 'het hele bedrag',
    nothing: 'niets',
  },
  en: {
    lead: 'Refund if you cancel:',
    line: (moment: string, what: string) => `until ${moment}: ${what}`,
    all: 'full amount',
    nothing: 'none',
  },
} satisfies Record<Locale, unknown>;

/** The refund a guest gets when cancelling, by deadline. @param tiers.until the venue's local time */
export function refundWording(
  tiers: readonly { until: string; percent: number }[],
  locale: Locale,
): { lead: string; lines: string[] } {
  const { lead, line, all, nothing } = words[locale];
  const shareOf = (percent: number) => (percent === 100 ? all : percent === 0 ? nothing : `${percent}%`);
  const lines = tiers.map(({ until, percent }) => line(formatMoment(until, locale), shareOf(percent)));
  return { lead, lines };
}
