import { calls, forgetAttempt, idempotencyKey, send } from './api.js';
import { dayChoice, facilityChoice, timeChoice } from './choices.js';
import { copy, curlText } from './curl.js';
import { extraField, extraValues, peopleRange } from './details.js';
import { dateOf, dayText, timeOf, totalText } from './format.js';
import { confirmation } from './outcome.js';
import { $, fill, form, hideFrom, say, setBusy, showProblem } from './steps.js';

const { publicUrl } = document.body.dataset;

/** What has been chosen so far; a choice empties what comes after it. */
let chosen = { venue: '' };
let loading = new AbortController();

const showCall = (call) => $('curl').replaceChildren(curlText(publicUrl, chosen.venue, call));

/** Reads from the API and shows the answer, unless the visitor has chosen otherwise meanwhile. */
async function load(call, show, retry) {
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  $('problem').replaceChildren();
  say('Loading…');
  showCall(call);
  try {
    const answer = await send(chosen.venue, call, { signal });
    if (!signal.aborted) await show(answer);
  } catch (error) {
    if (!signal.aborted) showProblem(error, retry);
  }
}

function chooseVenue(venue) {
  chosen = { venue };
  hideFrom('facilities');
  return load(calls.facilities(), showFacilities, () => chooseVenue(venue));
}

function showFacilities(site) {
  if (!site.live) return say('Coming soon: this venue does not take bookings yet.');
  if (!site.facilities.length) return say('There is nothing to book here yet.');
  chosen.site = site;
  fill('facilities', site.facilities.map(facilityChoice));
  $('extra').replaceChildren(...site.fields.map(extraField));
  say('');
}

function chooseFacility(id) {
  const { venue, site } = chosen;
  chosen = { venue, site, facility: site.facilities.find((facility) => facility.id === id) };
  hideFrom('days');
  return load(calls.availability(id), showDays, () => chooseFacility(id));
}

function showDays({ days }) {
  fill(
    'days',
    days.map((day, index) => dayChoice(day, index === 0)),
  );
  if (matchMedia('(pointer: coarse)').matches) $('days').scrollIntoView({ block: 'start' });
  const first = days.find((day) => day.bookable);
  if (!first) return say('Nothing is free in the next 31 days.');
  form.elements.date.value = first.date;
  return chooseDay(first.date);
}

function chooseDay(date) {
  const { venue, site, facility } = chosen;
  chosen = { venue, site, facility, date };
  hideFrom('times');
  return load(calls.slots(facility.id, date), showTimes, () => chooseDay(date));
}

function showTimes({ slots }) {
  chosen.slots = slots;
  const free = slots.filter((slot) => slot.bookable).length;
  fill(
    'times',
    slots.map((slot) => timeChoice(slot, { date: chosen.date, mode: chosen.facility.mode })),
  );
  say(`${free || 'No'} ${free === 1 ? 'time' : 'times'} free on ${dayText(chosen.date)}.`);
}

function chooseTime(id) {
  chosen.slot = chosen.slots.find((slot) => slot.id === id);
  const { min, max } = peopleRange(chosen.facility, chosen.slot);
  const { people } = form.elements;
  people.min = min;
  people.max = max;
  people.value = Math.min(Math.max(Number(people.value) || min, min), max);
  $('range').textContent = min === max ? `(exactly ${min})` : `(${min} to ${max})`;
  $('details').hidden = false;
  $('book').hidden = false;
  $('problem').replaceChildren();
  showBooking();
}

function showBooking() {
  const { facility, slot } = chosen;
  $('summary').textContent =
    `${facility.name}, ${dayText(dateOf(slot.starts_at))} at ${timeOf(slot.starts_at)}`;
  $('total').textContent = totalText(facility.price_eur, Number(form.elements.people.value) || 0);
  showCall(calls.booking(bookingBody()));
}

function bookingBody() {
  const { customer_name, customer_email, people } = form.elements;
  return {
    slot_id: chosen.slot.id,
    customer_name: customer_name.value.trim(),
    customer_email: customer_email.value.trim(),
    people: Number(people.value),
    extra: extraValues(form, chosen.site.fields),
    locale: 'en',
  };
}

async function book() {
  const body = bookingBody();
  const { venue } = chosen;
  setBusy(true);
  $('problem').replaceChildren();
  try {
    const headers = { 'Idempotency-Key': idempotencyKey(venue, body) };
    const made = await send(venue, calls.booking(body), { headers });
    forgetAttempt();
    if (made.payment) return location.assign(made.payment.checkout_url);
    showOutcome(made);
  } catch (error) {
    if (error.status === 422) await refreshTimes();
    showProblem(error);
    setBusy(false);
    $('problem').focus();
  }
}

/** The refused time may have gone to another guest. It stays chosen when it didn't, and what was typed stays in its inputs. */
async function refreshTimes() {
  const { slot, date } = chosen;
  await chooseDay(date);
  if (!chosen.slots?.some(({ id, bookable }) => id === slot.id && bookable)) return;
  form.elements.slot_id.value = slot.id;
  chooseTime(slot.id);
}

function showOutcome(made) {
  setBusy(false);
  const { heading, parts } = confirmation(made, startAgain);
  say('');
  $('outcome').replaceChildren(...parts);
  $('outcome').hidden = false;
  form.hidden = true;
  heading.focus();
}

function startAgain() {
  $('outcome').hidden = true;
  form.hidden = false;
  form.elements.venue.value = chosen.venue;
  $('main').focus();
  return chooseVenue(chosen.venue);
}

const choose = {
  venue: (value) => chooseVenue(value),
  facility: (value) => chooseFacility(Number(value)),
  date: (value) => chooseDay(value),
  slot_id: (value) => chooseTime(Number(value)),
};

form.addEventListener('change', ({ target }) => choose[target.name]?.(target.value));
form.addEventListener('input', ({ target }) => {
  if (chosen.slot && !choose[target.name]) showBooking();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  book();
});
// Back from the checkout: the page may come out of the browser's cache as it was left.
addEventListener('pageshow', () => setBusy(false));
$('copy').addEventListener('click', () => copy($('curl'), (text) => $('copied').replaceChildren(text)));
// The server knows itself by this machine's other names as well.
const plain = (address) => new URL(address).origin.replace(/127\.0\.0\.1|\[::1\]/, 'localhost');
$('elsewhere').hidden = plain(location.origin) === plain(publicUrl);
chooseVenue(new FormData(form).get('venue'));
