import { element } from './choices.js';

export const $ = (id) => document.getElementById(id);
export const form = $('booking');
const steps = ['facilities', 'days', 'times', 'details'];

/** Tells in the live region how things stand. */
export const say = (text) => $('status').replaceChildren(text);

/** Hides the steps from this one on. */
export function hideFrom(step) {
  for (const id of steps.slice(steps.indexOf(step))) $(id).hidden = true;
  $('book').hidden = true;
}

/** Shows a step with these choices. */
export function fill(step, choices) {
  const list = $(step).querySelector('div');
  list.replaceChildren(...choices);
  $(step).hidden = false;
}

/** @param retry what to do once more; without it there is nothing to try again */
export function showProblem(error, retry) {
  const again = element('button', { type: 'button', className: 'quiet' }, 'Try again');
  again.addEventListener('click', () => {
    form.focus();
    retry();
  });
  $('problem').replaceChildren(element('p', {}, error.message), ...(retry ? [again] : []));
  say('');
}

/** While a booking is under way, nothing else can be chosen or sent. */
export function setBusy(busy) {
  form.inert = busy;
  $('book').textContent = busy ? 'Booking…' : 'Book';
}
