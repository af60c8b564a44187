import { onScopeDispose } from 'vue';

const forms = new Set<() => boolean>();

/** Whether a form of the page holds what was typed and not saved. */
export const hasUnsaved = (): boolean => [...forms].some((isChanged) => isChanged());

/** Tells of a form whether it holds what was not saved; `components/LeaveGuard.vue` of its view asks then. */
export function useUnsaved(isChanged: () => boolean): void {
  forms.add(isChanged);
  onScopeDispose(() => forms.delete(isChanged));
}
