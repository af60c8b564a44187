import { escapeHtml } from '@venue-booking/kit/wording';
import type { Locale } from '@venue-booking/proto/primitives';
import { labels } from './labels.ts';

/**
 * The languages to choose from; without a path, the address stays what it is.
 * @param query what else the address says
 */
export function languageSwitch(path: string, current: Locale, query = new URLSearchParams()): string {
  const others = [...query].filter(([name]) => name !== 'lang');
  const addressIn = (code: string) =>
    escapeHtml(`${path}?${new URLSearchParams([...others, ['lang', code]])}`);
  return `<nav class="languages" aria-label="${labels[current].language}">${(
    [
      ['nl', 'Nederlands'],
      ['en', 'English'],
    ] as const
  )
    .map(
      ([code, name]) =>
        `<a href="${addressIn(code)}" lang="${code}" hreflang="${code}"${code === current ? ' aria-current="true"' : ''}>${name}</a>`,
    )
    .join('')}</nav>`;
}
