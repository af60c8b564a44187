import { attributesOf, snippetText } from './snippet.js';

const $ = (id) => document.getElementById(id);
const { publicUrl, widgetUrl } = document.body.dataset;
const form = $('settings');
const variants = [...document.querySelectorAll('[data-variant]')];
/** The venue for which a widget's picker was opened. */
const opened = new WeakMap();
/** Name and digest of the pinned script, once loaded. */
let pinned;

/** Updates the widgets and the snippet from the settings. */
function show() {
  const settings = Object.fromEntries(new FormData(form));
  // Ignore an invalid URL: the visitor is still typing.
  if (!form.elements.redirect.validity.valid) settings.redirect = '';
  document.documentElement.style.colorScheme = settings.scheme;
  $('radius').textContent = `${settings.radius} px`;
  for (const section of variants) {
    const { variant } = section.dataset;
    section.classList.toggle('chosen', variant === settings.variant);
    const widget = section.querySelector('venue-booking');
    for (const [name, value] of attributesOf({ ...settings, variant })) setAttribute(widget, name, value);
  }
  $('snippet').textContent = snippetText({ publicUrl, widgetUrl }, settings, settings.pin && pinned);
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const paint = () => new Promise((resolve) => setTimeout(resolve, 50));

/**
 * Selects a facility in a loaded widget, so that its picker is visible at once. The widget is inert
 * meanwhile, so that it does not take the focus.
 */
async function openPicker(widget) {
  const tenant = widget.getAttribute('tenant');
  if (opened.get(widget) === tenant) return;
  opened.set(widget, tenant);
  widget.inert = true;
  await paint();
  const facilities = widget.shadowRoot.querySelectorAll(
    'button[part~="facility"], [part~="facility"] button',
  );
  const { facility } = widget.closest('[data-facility]').dataset;
  (facilities[facility] ?? facilities[0])?.click();
  await paint();
  widget.inert = false;
}

/** Shows what to do about a venue that cannot be booked yet. */
function advise({ type, detail }) {
  const unknown = type.endsWith('error') && detail.status === 400;
  if (type.endsWith('error') && !unknown) return;
  const hint = unknown
    ? 'unknown'
    : detail.live === false
      ? 'notLive'
      : detail.facilities.length === 0 && 'empty';
  for (const each of document.querySelectorAll('[data-hint]')) each.hidden = each.dataset.hint !== hint;
}

/** Reads the settings from the page's URL. */
function restore() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const control = form.elements.namedItem(name);
    if (control) control.value = value;
  }
}

/**
 * Writes the settings and the position on the page to the URL. The payment page returns the guest to this
 * URL.
 */
function remember({ target, detail }) {
  if (detail.step !== 'details') return;
  const { variant } = target.closest('[data-variant]').dataset;
  history.replaceState(null, '', `?${new URLSearchParams(new FormData(form))}#${variant}-title`);
}

/** Copies the snippet, or selects it if the browser does not allow copying. */
async function copy() {
  try {
    await navigator.clipboard.writeText($('snippet').textContent);
    $('copied').textContent = 'Copied.';
  } catch {
    getSelection().selectAllChildren($('snippet'));
    $('copied').textContent = 'Selected. Copy it with your keyboard.';
  }
}

/** Adds an event to the list, newest first. Shows the facility of a booking, but no names. */
function hear({ type, target, detail }) {
  const item = document.createElement('li');
  const name = document.createElement('code');
  name.textContent = type;
  const about = detail.step ?? detail.kind ?? detail.booking?.facility ?? detail.number ?? '';
  item.append(name, ` ${[target.variant, about].filter(Boolean).join(' · ')}`);
  if (hear.heard) $('events').prepend(item);
  else $('events').replaceChildren(item);
  hear.heard = true;
  while ($('events').children.length > 6) $('events').lastElementChild.remove();
}

for (const name of ['ready', 'step', 'submitting', 'booked', 'paid', 'cancelled', 'redirect', 'error'])
  document.addEventListener(`venue-booking:${name}`, hear);
document.addEventListener('venue-booking:ready', ({ target }) => openPicker(target));
for (const name of ['ready', 'error']) document.addEventListener(`venue-booking:${name}`, advise);
document.addEventListener('venue-booking:step', remember);
form.addEventListener('input', show);
// The checkbox is outside of the form element, so its events do not bubble to the form.
form.elements.pin.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
$('copy').addEventListener('click', copy);
// The server also accepts the other names of localhost.
const plain = (address) => new URL(address).origin.replace(/127\.0\.0\.1|\[::1\]/, 'localhost');
$('elsewhere').hidden = plain(location.origin) === plain(publicUrl);
restore();
show();

const script = document.querySelector('script[src$="/venue-booking.js"]');
const files = await (await fetch(script.src.replace(/[^/]*$/, 'integrity.json'))).json();
const { brotli, integrity, pinned: name } = files['venue-booking.js'];
pinned = { name, integrity };
form.elements.pin.disabled = false;
$('weight').textContent = `${Math.round(brotli / 1000)} kB in total`;
show();
