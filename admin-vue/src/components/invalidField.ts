import { nextTick, shallowRef } from 'vue';

/** Invalid fields, and messages about several fields. */
const INVALID = '[aria-invalid="true"], .problem[tabindex]';

/** The form that was submitted last, as a new object for each time. */
export const submission = shallowRef<{ form: HTMLFormElement }>();
/** The form whose submit event is being handled. */
let submitting: HTMLFormElement | undefined;

/** Notes each submitted form, for `submission` and `submittingForm`. */
export function followForms(): void {
  document.addEventListener(
    'submit',
    ({ target }) => {
      submitting = target as HTMLFormElement;
      submission.value = { form: submitting };
      setTimeout(() => {
        submitting = undefined;
      });
    },
    { capture: true },
  );
}
/** The form that the current event submits; undefined outside of its event. */
export const submittingForm = (): HTMLFormElement | undefined => submitting;

const reveal = (element: Element) => element.closest('details')?.setAttribute('open', '');

/**
 * Expands the sections with invalid fields and focuses the first one. Without an invalid field, scrolls to
 * the form's message, which a sticky save button may cover.
 */
export async function goToInvalid(form: HTMLElement | undefined): Promise<void> {
  await nextTick();
  // The form's message follows once the fields have rendered theirs.
  await nextTick();
  const invalid = [...(form?.querySelectorAll<HTMLElement>(INVALID) ?? [])];
  invalid.forEach(reveal);
  if (invalid[0]) invalid[0].focus();
  else form?.querySelector('.problem[role="alert"]')?.scrollIntoView({ block: 'center' });
}

/**
 * Expands the section of a control that the browser rejects, and focuses it if it is the first in its form.
 */
export function focusIfFirst(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): void {
  reveal(control);
  const controls = [...(control.form?.elements ?? [])] as HTMLInputElement[];
  if (controls.find((one) => one.matches(':invalid:not(fieldset)')) === control) control.focus();
}
