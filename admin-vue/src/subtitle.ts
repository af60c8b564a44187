import { onScopeDispose, ref, watchEffect } from 'vue';

/** Which of its things a view shows: it stands before the name of the view in the title of the page. */
export const subtitle = ref('');

/** Says it for a view as long as that is shown. No guest's name: browsers keep titles. */
export function useSubtitle(text: () => string): void {
  watchEffect(() => {
    subtitle.value = text();
  });
  onScopeDispose(() => {
    subtitle.value = '';
  });
}
