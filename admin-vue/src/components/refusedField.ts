import { nextTick } from 'vue';

/** Fields, and what says of several of them together what is wrong. */
const REFUSED = '[aria-invalid="true"], .problem[tabindex]';

/** Opens what the server refused, and goes to the first of it: it may be out of sight. */
export async function goToRefused(form: HTMLElement | null): Promise<void> {
  await nextTick();
  const refused = [...(form?.querySelectorAll<HTMLElement>(REFUSED) ?? [])];
  for (const target of refused) showRefused({ target });
  refused[0]?.focus();
}

/** Opens what a field is in that the browser refuses: it says why at fields that are shown only. */
export const showRefused = ({ target }: Pick<Event, 'target'>): void =>
  (target as Element).closest('details')?.setAttribute('open', '');
