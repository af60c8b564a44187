import { createApp, createSSRApp, defineCustomElement } from 'vue';
import BathHouse from './BathHouse.vue';

// The page holds the app's input. A server-rendered page is hydrated.
const place = document.querySelector('#app');
const given = JSON.parse(place?.getAttribute('data-given') ?? '{}');
const inside = document.querySelector('bath-house');
if (inside) {
  Object.assign(inside, given);
  customElements.define('bath-house', defineCustomElement(BathHouse));
} else if (place) (place.firstElementChild ? createSSRApp : createApp)(BathHouse, given).mount(place);
