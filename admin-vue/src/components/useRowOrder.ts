import { nextTick, type Ref, ref } from 'vue';
import { useTexts } from '../locale.ts';
import { moved } from './moved.ts';

/**
 * Moves and removes rows of an ordered list, announces each change to screen readers, and keeps the focus on
 * or near the row. The row elements are the children of `list`. After the last row is removed, `adder` gets
 * the focus.
 */
export function useRowOrder<Row>(rows: Ref<Row[]>, nameOf: (row: Row, index: number) => string) {
  const t = useTexts('shell');
  const list = ref<HTMLElement>();
  const adder = ref<{ focus(): void }>();
  const said = ref('');

  const buttonsAt = (index: number) => [
    ...(list.value?.children[index]?.querySelectorAll<HTMLButtonElement>('[data-order] button') ?? []),
  ];

  async function move(from: number, to: number): Promise<void> {
    const row = rows.value[from];
    if (row === undefined || from === to) return;
    const name = nameOf(row, from);
    const pressed = buttonsAt(from).find((button) => button === document.activeElement);
    rows.value = moved(rows.value, from, to);
    said.value = t.value.movedTo(name, to + 1, rows.value.length);
    await nextTick();
    if (!pressed) return;
    // A moved element loses the focus. At an end of the list its button is disabled, so focus the opposite
    // one.
    const target = pressed.disabled ? buttonsAt(to).find(({ disabled }) => !disabled) : pressed;
    target?.focus();
  }

  async function remove(at: number): Promise<void> {
    const name = nameOf(rows.value[at] as Row, at);
    rows.value = rows.value.toSpliced(at, 1);
    said.value = t.value.removed(name);
    await nextTick();
    const near = buttonsAt(Math.min(at, rows.value.length - 1));
    (near.findLast(({ disabled }) => !disabled) ?? adder.value)?.focus();
  }

  return { list, adder, said, move, remove };
}
