import { formatDay } from '@venue-booking/kit/wording';
import type { Locale } from '@venue-booking/proto/primitives';

/** `Saturday 28 November 2026, 10:00`. @param local the venue's, `YYYY-MM-DDTHH:MM` */
export const momentText = (local: string, language: Locale): string =>
  `${formatDay(local, language)}, ${local.slice(11)}`;
