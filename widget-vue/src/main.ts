import { defineCustomElement } from 'vue';
import { keepFromCapture } from './browser/keepInside.ts';
import { listenForOpeners } from './element/openers.ts';
import VenueBooking from './VenueBooking.vue';

const name = 'venue-booking';
// In a task of its own: evaluating the script and mounting the widgets would be a long one on a slow phone.
setTimeout(() => {
  // A page may load the script twice; the first definition stays.
  if (customElements.get(name)) return;
  keepFromCapture(name);
  listenForOpeners(name);
  customElements.define(name, defineCustomElement(VenueBooking));
});
