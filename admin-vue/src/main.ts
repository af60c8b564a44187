import { createApp } from 'vue';
import App from './App.vue';
import { wipeDevice } from './deviceData.ts';
import { keepKeyboard } from './keyboard.ts';
import { watchWays } from './navigation.ts';
import { router } from './router.ts';
import { whenLeaving, whenSigningOut } from './session.ts';
import { sendKeptScans } from './storedScans.ts';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';

whenLeaving(wipeDevice);
whenSigningOut(sendKeptScans);
/** Sends scans that were still unsent when the check-in was closed. */
const sendInPassing = () => void sendKeptScans().catch(() => {});
addEventListener('online', sendInPassing);
void router.isReady().then(sendInPassing);

watchWays(router);
keepKeyboard();
createApp(App).use(router).mount('#app');
