// The venue's times are local strings without a zone. They are taken apart, never given to `new Date(text)`, which would read
// them in the visitor's zone.

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const shortWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

const atUtc = (date) => {
  const [year, month, day] = date.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
};

/** `2026-06-01` → `Monday 1 June` */
export const dayText = (date) => longDay.format(atUtc(date)).replace(',', '');

/** `2026-06-01` → its parts as a calendar shows them. */
export const dayParts = (date) => ({
  weekday: shortWeekday.format(atUtc(date)),
  day: Number(date.slice(8)),
  month: shortMonth.format(atUtc(date)),
});

export const dateOf = (local) => local.slice(0, 10);
export const timeOf = (local) => local.slice(11, 16);

/** 150 → `2 h 30 min` */
export function durationText(minutes) {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ');
}

export const priceText = (price) => (price ? euro.format(price) : 'Free');

/** Counted in cents: 3 × 34.10 is not 102.30 in floating point. */
export const totalText = (price, people) => priceText((Math.round(price * 100) * people) / 100);
