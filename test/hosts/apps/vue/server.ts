import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import BathHouse from './BathHouse.vue';

export const render = (given: Record<string, unknown>): Promise<string> =>
  renderToString(createSSRApp(BathHouse, given));
