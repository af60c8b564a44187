import { onScopeDispose } from 'vue';

const forms = new Set<() => boolean>();

/** Whether a form of the page holds what was typed and not saved. */
export const hasUnsaved = (): boolean => [...forms].some((isChanged) => isChanged());

/** Tells of a form whether it holds what was not saved; `components/LeaveGuard.vue` of its view asks then. */
export function useUnsaved(isChanged: () => boolean): void {
  forms.add(isChanged);
  onScopeDispose(() => forms.delete(isChanged));
}

/** Forms that something was typed into; one that was sent or left is no longer in the page. */
const typedIn = new Set<Element>();
addEventListener('input', ({ target }) => {
  const form = target instanceof Element && !target.matches('[type="search"]') && target.closest('form');
  if (form) typedIn.add(form);
});

/** Whether the page holds anything typed, also where nobody is asked before it goes, as in a dialog. */
export const hasTyped = (): boolean => {
  for (const form of typedIn) if (!form.isConnected) typedIn.delete(form);
  return typedIn.size > 0 || hasUnsaved();
};
