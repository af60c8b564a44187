// Outside a shadow tree, the target of its events is the custom element. So shortcuts, sliders and copy
// protection of the page do not see that the guest types in a field, and cancel keys, taps and pastes.

const fields = 'input, select, textarea';

/** Events that a page can cancel, and that no part of the widget listens to. */
const others = [
  'beforeinput',
  'copy',
  'cut',
  'paste',
  'selectstart',
  'contextmenu',
  'dragstart',
  'mousedown',
];
/** Stopped on controls only: a slider may be swiped from anywhere else in the widget. */
const presses = ['pointerdown', 'touchstart', 'touchend'];
const keys = ['keydown', 'keypress', 'keyup'];

/** Keys that press a button, or move within the days or times. */
const buttonKeys = /^( |Enter|Arrow.*|Home|End|Page.*)$/;
const pageKeys = /^(Tab|Escape|F\d+|Shift|Control|Alt|Meta)$/;

/** The chords that edit, by letter and by place: on a Cyrillic keyboard, Ctrl+V has the letter `м`. */
const editing = /[acvxyz]$/i;

/**
 * Whether a key belongs to the widget. In a field, every key does, except Tab, Escape, function keys,
 * modifiers, and chords that do not edit, such as Ctrl+K. Ctrl+Alt and Option type characters.
 */
function isOwnKey(event: KeyboardEvent, isInField: boolean): boolean {
  const { key, code, altKey, ctrlKey, metaKey, isComposing } = event;
  if ((ctrlKey || metaKey) && !altKey && key.length === 1) return editing.test(key) || editing.test(code);
  if (!isInField) return buttonKeys.test(key);
  // While a character is being composed, Escape cancels only that.
  return isComposing || !pageKeys.test(key);
}

/** @returns whether an event belongs to the widget alone, and whether one of its fields is the target */
function ownership(event: Event): { isOwn: boolean; isInField: boolean } {
  const target = event.composedPath()[0] as Element;
  const isIn = (selector: string) => !!target.closest?.(selector);
  const isInField = isIn(fields);
  const { type } = event;
  const isOwn = keys.includes(type)
    ? isOwnKey(event as KeyboardEvent, isInField)
    : others.includes(type) || isIn(`${fields}, button, a, label`);
  return { isOwn, isInField };
}

const all = [...keys, ...presses, ...others];

/** Stops the widget's own events at its shadow root, before listeners of the page. */
export function keepInside(shadow: ShadowRoot, signal: AbortSignal): void {
  const stop = (event: Event) => {
    if (ownership(event).isOwn) event.stopPropagation();
  };
  for (const type of all) shadow.addEventListener(type, stop, { signal, passive: true });
}

/**
 * Also stops them before the page's capturing listeners, except for those that an earlier script added to the
 * window. Keys of buttons pass, because the days and times listen to them.
 * @param name tag name of the element
 */
export function keepFromCapture(name: string): void {
  const stop = (event: Event) => {
    const root = (event.composedPath()[0] as Partial<Node>).getRootNode?.();
    if (!(root instanceof ShadowRoot) || root.host.localName !== name) return;
    const { isOwn, isInField } = ownership(event);
    if (isOwn && (isInField || !keys.includes(event.type))) event.stopImmediatePropagation();
  };
  for (const type of all) addEventListener(type, stop, { capture: true, passive: true });
}
