import { nextTick } from 'vue';

/** Invalid fields, and messages about several fields. */
const INVALID = '[aria-invalid="true"], .problem[tabindex]';

/**
 * Expands the sections with invalid fields and focuses the first one. Without an invalid field, scrolls to
 * the form's message, which a sticky save button may cover.
 */
export async function goToInvalid(form: HTMLElement | null): Promise<void> {
  await nextTick();
  const invalid = [...(form?.querySelectorAll<HTMLElement>(INVALID) ?? [])];
  for (const target of invalid) revealInvalid({ target });
  if (invalid[0]) invalid[0].focus();
  else form?.querySelector('.problem[role="alert"]')?.scrollIntoView({ block: 'center' });
}

/**
 * Expands the section of a field that the browser finds invalid: browsers only show messages at visible
 * fields.
 */
export const revealInvalid = ({ target }: Pick<Event, 'target'>): void =>
  (target as Element).closest('details')?.setAttribute('open', '');
