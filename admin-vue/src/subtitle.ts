import { onScopeDispose, ref, watchEffect } from 'vue';

/**
 * Which of its things a view shows: it stands before the name of the view in the title of the page. Undefined
 * while that is not known yet, and the title is not said.
 */
export const subtitle = ref<string | undefined>('');

/** Says it for a view as long as that is shown. No guest's name: browsers keep titles. */
export function useSubtitle(text: () => string | undefined): void {
  watchEffect(() => {
    subtitle.value = text();
  });
  onScopeDispose(() => {
    subtitle.value = '';
  });
}
