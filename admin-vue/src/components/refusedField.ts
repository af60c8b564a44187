import { nextTick } from 'vue';

/** Goes to the first field that the server refused: it may be out of sight. */
export async function goToRefused(form: HTMLElement | null): Promise<void> {
  await nextTick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Opens what a field is in that the browser refuses: it says why at fields that are shown only. */
export const showRefused = ({ target }: Event): void =>
  (target as Element).closest('details')?.setAttribute('open', '');
