import { escapeHtml } from '@venue-booking/kit/wording';

/** What there is to know of a booking: labels and values. One without a value is left out. */
export const factList = (rows: [label: string, value: string][]): string => {
  const shown = rows.filter(([, value]) => value !== '');
  return `<dl>${shown.map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
};
