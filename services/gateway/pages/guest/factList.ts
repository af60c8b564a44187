import { escapeHtml } from '@venue-booking/kit/escapeHtml';

/**
 * `look`: full width, or an amount in the column of amounts; `total` emphasises it, and `moment` lets a date
 * wrap.
 */
type Fact = [label: string, value: string, look?: 'wide' | 'sum' | 'sum total' | 'sum moment'];

export const sums = (rows: [label: string, value: string][]) =>
  rows.map(([label, value]): Fact => [label, value, 'sum']);

/** Labels and values as a description list. Leaves out facts without a value. */
export const factList = (facts: Fact[]): string => {
  const shown = facts.filter(([, value]) => value !== '');
  return `<dl>${shown.map(([label, value, look]) => `<div${look ? ` class="${look}"` : ''}><dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
};
