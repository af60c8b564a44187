import { escapeHtml } from '@venue-booking/kit/wording';

/** `look`: a row of its own, or an amount in a column of amounts, of which a total stands out. */
type Fact = [label: string, value: string, look?: 'wide' | 'sum' | 'sum total'];

export const sums = (rows: [label: string, value: string][]) =>
  rows.map(([label, value]): Fact => [label, value, 'sum']);

/** What there is to know of a booking: labels and values. One without a value is left out. */
export const factList = (facts: Fact[]): string => {
  const shown = facts.filter(([, value]) => value !== '');
  return `<dl>${shown.map(([label, value, look]) => `<div${look ? ` class="${look}"` : ''}><dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
};
