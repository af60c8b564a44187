import type { Locator } from 'playwright-core';
import type { Guest } from './guest.ts';

const MOST_TURNS = 14;

/** Scrolls or pages to a day in the guest's variant. */
export async function showDay({ page, variant, say, button }: Guest, date: string): Promise<void> {
  const day = page.locator(`button[data-date="${date}"]`);
  // A phone hides the weeks that are past.
  await page.locator('button[data-date]').filter({ visible: true }).first().waitFor();
  if (variant === 'timeline') {
    if ((await day.count()) > 0) return;
    const input = page.locator('input[type=date]');
    if ((await input.count()) === 0) await button('otherDate').click();
    await input.fill(date);
    return;
  }
  const turns =
    variant === 'strip' ? (['previousWeek', 'nextWeek'] as const) : (['previousMonth', 'nextMonth'] as const);
  for (let turn = 0; (await day.count()) === 0; turn++) {
    if (turn > MOST_TURNS) throw new Error(`${date} was not found on ${MOST_TURNS} pages`);
    const first = await page.locator('button[data-date]').first().getAttribute('data-date');
    await page.getByRole('button', { name: say(turns[date < (first ?? '') ? 0 : 1]) }).click();
  }
}

/** Chooses a day with the mouse. */
export async function chooseDay(guest: Guest, date: string): Promise<void> {
  await showDay(guest, date);
  const day = guest.page.locator(`button[data-date="${date}"]`);
  // In the timeline, entering another date already chooses it.
  if (guest.variant !== 'timeline' || (await day.count()) > 0) await day.click();
}

export const time = ({ page }: Guest, slot: { id: number }) => page.locator(`button[data-slot="${slot.id}"]`);

/** Accessible name of a button. */
export const nameOf = async (button: Locator): Promise<string> =>
  (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';

/** Chooses a day and a time with the mouse. */
export async function choose(guest: Guest, slot: { id: number; starts_at: string }): Promise<void> {
  await chooseDay(guest, slot.starts_at.slice(0, 10));
  await time(guest, slot).click();
}

/** Types the number of people, at the step that shows the times. */
export async function setPeople({ page }: Guest, people: number): Promise<void> {
  const input = page.locator('[name=people]');
  await input.fill(String(people));
  await input.blur();
}

/** Fills in the guest's e-mail address and other fields by name. */
export async function fillIn(
  { page }: Guest,
  email: string,
  others: Record<string, string | boolean> = {},
): Promise<void> {
  const values = { customer_name: 'Anna Jansen', customer_email: email, ...others };
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`form [name="${name}"]`);
    if (typeof value === 'boolean') await field.setChecked(value);
    else if (await field.evaluate((it) => it.localName === 'select')) await field.selectOption(value);
    else await field.fill(value);
    // A number input emits `change` on blur.
    await field.blur();
  }
}

/** The values of the form's fields by name. */
export const filledIn = ({ page }: Guest): Promise<Record<string, string | boolean>> =>
  page.locator('form').evaluate((form) =>
    Object.fromEntries(
      [...(form as HTMLFormElement).elements].flatMap((it) => {
        const { name, value, type, checked } = it as HTMLInputElement;
        return name ? [[name, type === 'checkbox' ? checked : value]] : [];
      }),
    ),
  );

/** Clicks the book button, whatever price it shows. */
export const sendForm = ({ page }: Guest) => page.locator('form button:not([type])').click();
