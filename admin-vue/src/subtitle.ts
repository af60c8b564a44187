import { onScopeDispose, ref, watchEffect } from 'vue';

/**
 * The item that a view shows; it precedes the view's name in the page title. Undefined until it is loaded,
 * and the title is not announced until then.
 */
export const subtitle = ref<string | undefined>('');

/** Sets the subtitle while the view is shown. Don't use a guest's name: browsers store titles. */
export function useSubtitle(text: () => string | undefined): void {
  watchEffect(() => {
    subtitle.value = text();
  });
  onScopeDispose(() => {
    subtitle.value = '';
  });
}
