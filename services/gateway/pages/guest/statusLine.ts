import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import type { Locale } from '@venue-booking/proto/primitives';
import { labels } from './labels.ts';

/** The status above the title of a page. Screen readers also read what it is. */
export const statusLine = (word: string, language: Locale): string =>
  `<p class="status"><span class="unseen">${withColon(labels[language].status, language)} </span>${word}</p>`;
