import { defineCustomElement } from 'vue';
import VenueBooking from './VenueBooking.vue';

// A page may load the script twice; the first definition stays.
if (!customElements.get('venue-booking'))
  customElements.define('venue-booking', defineCustomElement(VenueBooking));
