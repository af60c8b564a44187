import { element } from './choices.js';

/** An input for a field that the venue asks for. Its name is the key that the value goes back under. */
export function extraField(field) {
  const { key, label, type, required } = field;
  const name = `extra.${key}`;
  const caption = element('span', {}, required ? label : `${label} `);
  if (!required) caption.append(element('small', { lang: 'en' }, '(optional)'));

  if (type === 'checkbox') {
    return element(
      'label',
      { className: 'check' },
      element('input', { type: 'checkbox', name, required }),
      caption,
    );
  }
  return element('label', { className: `field ${type}` }, caption, controlOf(field, name));
}

function controlOf({ type, required, options = [] }, name) {
  if (type === 'textarea') return element('textarea', { name, required, rows: 3 });
  if (type !== 'select') {
    return element('input', {
      type: type === 'tel' ? 'tel' : 'text',
      name,
      required,
      autocomplete: type === 'tel' ? 'tel' : '',
    });
  }
  const select = element('select', { name, required }, element('option', { value: '' }, '–'));
  select.append(...options.map((option) => element('option', { value: option }, option)));
  return select;
}

/** The answers given, as the API takes them: a checkbox as a boolean, what was left empty not at all. */
export function extraValues(form, fields) {
  const answers = fields.map(({ key, type }) => {
    const control = form.elements.namedItem(`extra.${key}`);
    return [key, type === 'checkbox' ? control.checked : control.value.trim()];
  });
  return Object.fromEntries(answers.filter(([, value]) => value !== ''));
}

/** How many people may be booked in a slot: a private one counts heads up to its capacity, a shared one its free places. */
export function peopleRange(facility, slot) {
  const places = facility.mode === 'FULL' ? slot.capacity : slot.free;
  return { min: facility.min_people, max: Math.min(facility.max_people_per_booking, places) };
}
