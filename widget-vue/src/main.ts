import { defineCustomElement } from 'vue';
import { keepFromCapture } from './browser/keepInside.ts';
import { listenForOpeners } from './element/openers.ts';
import VenueBooking from './VenueBooking.vue';

const name = 'venue-booking';
// A page may load the script twice; the first definition stays.
if (!customElements.get(name)) {
  keepFromCapture(name);
  listenForOpeners(name);
  customElements.define(name, defineCustomElement(VenueBooking));
}
