import { attempt } from '../browser/attempt.ts';

/** An element with this attribute opens the widget of that id or selector, or a default one. */
const ATTRIBUTE = 'data-venue-booking-open';
const handlers = new WeakMap<Element, (opener: HTMLElement) => void>();

/** Sets what a widget does when the guest clicks an element that opens it. */
export const whenOpened = (host: Element, open: (opener: HTMLElement) => void) => handlers.set(host, open);

/** The widget that an element opens: the named one, else the first with a dialog, else the first. */
function widgetOf(opener: HTMLElement, name: string): Element | undefined {
  // React renders an attribute without a value as "true".
  const wanted = opener.getAttribute(ATTRIBUTE)?.replace(/^true$/, '');
  const widgets = [...document.querySelectorAll(name)];
  if (wanted) return widgets.find((it) => it.id === wanted || attempt(() => it.matches(wanted)));
  return widgets.find((it) => /^(button|dialog)$/.test(it.getAttribute('mode') ?? '')) ?? widgets[0];
}

/** Listens to the page's clicks, once for all widgets. */
export function listenForOpeners(name: string): void {
  addEventListener('click', (event) => {
    // A new tab or a download is what the guest asked for.
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const opener = event
      .composedPath()
      .find((at): at is HTMLElement => at instanceof HTMLElement && at.hasAttribute(ATTRIBUTE));
    const widget = opener && widgetOf(opener, name);
    const open = widget && handlers.get(widget);
    if (!open) return;
    event.preventDefault();
    open(opener);
  });
}
