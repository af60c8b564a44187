import { onScopeDispose } from 'vue';

const forms = new Set<() => boolean>();

/** Whether a registered form has unsaved changes. */
export const hasUnsavedForm = (): boolean => [...forms].some((isChanged) => isChanged());

/** Registers a form for the confirmation of `components/LeaveGuard.vue`. */
export function useUnsaved(isChanged: () => boolean): void {
  forms.add(isChanged);
  onScopeDispose(() => forms.delete(isChanged));
}

/** Forms with typed input. Forms that were sent or closed are no longer in the document. */
const typedIn = new Set<Element>();
addEventListener('input', ({ target }) => {
  const form = target instanceof Element && !target.matches('[type="search"]') && target.closest('form');
  if (form) typedIn.add(form);
});

/** Whether the page has typed input, including forms without a confirmation, such as dialogs. */
export const hasUnsavedInput = (): boolean => {
  for (const form of typedIn) if (!form.isConnected) typedIn.delete(form);
  return typedIn.size > 0 || hasUnsavedForm();
};
