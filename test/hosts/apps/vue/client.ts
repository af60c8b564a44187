import { createApp, createSSRApp, defineCustomElement } from 'vue';
import BathHouse from './BathHouse.vue';

// The page says what the app gets; one that the server has rendered is taken over.
const place = document.querySelector('#app');
const given = JSON.parse(place?.getAttribute('data-given') ?? '{}');
const inside = document.querySelector('bath-house');
if (inside) {
  Object.assign(inside, given);
  customElements.define('bath-house', defineCustomElement(BathHouse));
} else if (place) (place.firstElementChild ? createSSRApp : createApp)(BathHouse, given).mount(place);
