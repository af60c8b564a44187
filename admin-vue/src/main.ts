import { createApp } from 'vue';
import App from './App.vue';
import { retryUnsentScans, sendInBackground, sendUnsentScans } from './checkInData.ts';
import { followForms } from './components/invalidField.ts';
import { wipeDevice } from './deviceData.ts';
import { manageFocus } from './keyboard.ts';
import { textsLoaded } from './locale.ts';
import { trackNavigation } from './navigation.ts';
import { router } from './router.ts';
import { beforeSignOut, onSessionCleared } from './session.ts';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';

onSessionCleared(wipeDevice);
beforeSignOut(sendUnsentScans);
retryUnsentScans();
void router.isReady().then(sendInBackground);

trackNavigation(router);
manageFocus();
followForms();
const app = createApp(App).use(router);
void textsLoaded.then(() => app.mount('#app'));
