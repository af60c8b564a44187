import { ref, watch } from 'vue';

const KEY = 'venue-booking-shortcuts';

/**
 * Whether single keys act in every view. Speech input types letters, so a person can switch them off (WCAG
 * 2.1.4). Stored in this browser.
 */
export const hasShortcuts = ref(localStorage.getItem(KEY) !== 'off');
watch(hasShortcuts, (on) => (on ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, 'off')));
