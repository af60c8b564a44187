import { nextTick } from 'vue';

/** Fields, and what says of several of them together what is wrong. */
const REFUSED = '[aria-invalid="true"], .problem[tabindex]';

/**
 * Opens what the server refused, and goes to the first of it: it may be out of sight. Where no field is at
 * fault, what the form says is brought into sight: a button that stays within reach may lie over it.
 */
export async function goToRefused(form: HTMLElement | null): Promise<void> {
  await nextTick();
  const refused = [...(form?.querySelectorAll<HTMLElement>(REFUSED) ?? [])];
  for (const target of refused) showRefused({ target });
  if (refused[0]) refused[0].focus();
  else form?.querySelector('.problem[role="alert"]')?.scrollIntoView({ block: 'center' });
}

/** Opens what a field is in that the browser refuses: it says why at fields that are shown only. */
export const showRefused = ({ target }: Pick<Event, 'target'>): void =>
  (target as Element).closest('details')?.setAttribute('open', '');
