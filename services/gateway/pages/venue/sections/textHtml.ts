import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { paragraphsOf } from '../venueData.ts';

/** A text of the venue as paragraphs. */
export const paragraphsHtml = (text: string | null): string =>
  paragraphsOf(text)
    .map((paragraph) => `<p dir="auto">${linesHtml(paragraph)}</p>`)
    .join('');

/** A text of several lines. */
export const linesHtml = (text: string): string => text.trim().split(/\r?\n/).map(escapeHtml).join('<br>');

const icons = {
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  pin: '<path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>',
  phone:
    '<path d="M5 4h4l1.6 4.2-2.2 1.6a12 12 0 0 0 5.8 5.8l1.6-2.2L20 15v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z"/>',
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7 8 6 8-6"/>',
  people:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M3 19.5c.5-3.5 3-5 6-5s5.5 1.5 6 5M15.5 5.300a3.5 3.5 0 0 1 0 6.400M17.5 15c2 .6 3.200 2 3.5 4.5"/>',
  arrow: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  map: '<path d="m3.5 6.5 5.5-2 6 2 5.5-2v13l-5.5 2-6-2-5.5 2zM9 4.5v13M15 6.5v13"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
} as const;

/** An icon beside a text that says the same. */
export const icon = (name: keyof typeof icons): string =>
  `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${icons[name]}</svg>`;
