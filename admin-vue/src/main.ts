import { createApp } from 'vue';
import App from './App.vue';
import { wipeDevice } from './deviceData.ts';
import { router } from './router.ts';
import { whenLeaving } from './session.ts';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';

whenLeaving(wipeDevice);
createApp(App).use(router).mount('#app');
