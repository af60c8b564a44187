import { ref } from 'vue';

/** Whether the person may look at this page and change nothing. `App.vue` sets it. */
export const isReadOnly = ref(false);
