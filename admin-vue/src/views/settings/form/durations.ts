import type { Locale } from '@venue-booking/proto/primitives';
import { languageTags } from '../../../languageTags.ts';

const MINUTES = { day: 24 * 60, hour: 60, minute: 1 } as const;

/** Formats a duration in the largest unit without a remainder: `1 day`, `36 hours`, `90 minutes`. */
export function spanInWords(minutes: number, locale: Locale): string {
  const unit =
    (['day', 'hour'] as const).find((one) => minutes > 0 && minutes % MINUTES[one] === 0) ?? 'minute';
  return new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit, unitDisplay: 'long' }).format(
    minutes / MINUTES[unit],
  );
}
