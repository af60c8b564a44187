import { dateOf, dayParts, dayText, durationText, priceText, timeOf } from './format.js';

/** An element. @param children strings become text, never markup */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

const hidden = (text) => element('span', { className: 'visually-hidden' }, text);

function shown(className, text) {
  const made = element('span', { className }, text);
  made.setAttribute('aria-hidden', 'true');
  return made;
}

/** A radio button whose label is all of `children`. */
const choice = ({ name, value, disabled = false, className = '' }, ...children) =>
  element(
    'label',
    { className },
    element('input', { type: 'radio', name, value, disabled, required: true }),
    ...children,
  );

export function facilityChoice(facility) {
  const card = element('span', { className: 'text' });
  card.append(
    element('strong', {}, facility.name),
    element('span', { className: 'description' }, facility.description),
    factsOf(facility),
  );
  return choice({ name: 'facility', value: facility.id, className: 'card' }, imageOf(facility), card);
}

function imageOf({ images }) {
  if (!images[0]) return element('span', { className: 'no-image' });
  const image = element('img', { src: images[0], alt: '', width: 1200, height: 800 });
  image.addEventListener('error', () => image.replaceWith(element('span', { className: 'no-image' })));
  return image;
}

function factsOf({ price_eur, duration_minutes, mode, capacity }) {
  const price = price_eur ? `${priceText(price_eur)} per person` : 'Free';
  const places = mode === 'FULL' ? `private, up to ${capacity}` : `shared, ${capacity} places`;
  const facts = element('span', { className: 'facts', lang: 'en' });
  facts.append(
    element('span', { className: 'price' }, price),
    element('span', {}, durationText(duration_minutes)),
    element('span', {}, places),
  );
  return facts;
}

/** @param first whether it opens the list, and so names its month */
export function dayChoice({ date, free, bookable }, first) {
  const { weekday, day, month } = dayParts(date);
  const state = bookable ? `${free} ${free === 1 ? 'place' : 'places'} free` : 'closed or full';
  return choice(
    { name: 'date', value: date, disabled: !bookable, className: 'day' },
    hidden(`${dayText(date)}, ${state}`),
    shown('weekday', weekday),
    shown('number', String(day)),
    shown('month', first || day === 1 ? month : ''),
  );
}

/** @param context.date the booking day, which a slot after midnight still belongs to */
export function timeChoice(slot, { date, mode }) {
  const nextDay = dateOf(slot.starts_at) !== date;
  return choice(
    { name: 'slot_id', value: slot.id, disabled: !slot.bookable, className: 'time' },
    element('span', {}, element('strong', {}, timeOf(slot.starts_at)), `–${timeOf(slot.ends_at)}`),
    nextDay ? element('span', { className: 'next-day' }, dayText(dateOf(slot.starts_at))) : undefined,
    element('span', { className: 'places' }, placesText(slot, mode)),
  );
}

function placesText({ blocked, free }, mode) {
  if (blocked) return 'not available';
  if (free === 0) return mode === 'FULL' ? 'taken' : 'full';
  return mode === 'FULL' ? 'free' : `${free} left`;
}
