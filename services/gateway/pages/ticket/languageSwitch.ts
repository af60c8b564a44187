import type { Locale } from '@venue-booking/proto/primitives';
import { labels } from './labels.ts';

/** The languages to choose from; without a path, the address stays what it is. */
export const languageSwitch = (path: string, current: Locale) =>
  `<nav class="languages" aria-label="${labels[current].language}">${(
    [
      ['nl', 'Nederlands'],
      ['en', 'English'],
    ] as const
  )
    .map(
      ([code, name]) =>
        `<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}"${code === current ? ' aria-current="true"' : ''}>${name}</a>`,
    )
    .join('')}</nav>`;
