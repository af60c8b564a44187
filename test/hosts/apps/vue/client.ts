import { createApp, createSSRApp } from 'vue';
import BathHouse from './BathHouse.vue';

// The page says what the app gets; one that the server has rendered is taken over.
const place = document.querySelector('#app');
const given = JSON.parse(place?.getAttribute('data-given') ?? '{}');
if (place) (place.firstElementChild ? createSSRApp : createApp)(BathHouse, given).mount(place);
