// What scripts of host pages do to keys, taps and the clipboard. Each function runs in the browser. It
// ignores form fields as published libraries do: by the event's target or the focused element, which outside
// the shadow tree are the widget itself.

/** Whether a guard was installed before the widget's script, or after it. */
type Guard = { when: 'before' | 'after'; install: () => void };

export const keyGuards: Record<string, Guard> = {
  'single-key shortcuts, as Mousetrap and hotkeys-js bind them': {
    when: 'before',
    install: () => {
      const isField = ({ target }: Event) => /^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName);
      for (const type of ['keydown', 'keypress', 'keyup'])
        document.addEventListener(type, (event) => {
          if (isField(event) || !/^[sj/? 1]$/.test((event as KeyboardEvent).key)) return;
          event.preventDefault();
          (document.activeElement as HTMLElement).blur();
        });
    },
  },
  'a search that starts at any typed character': {
    when: 'before',
    install: () => {
      addEventListener('keydown', (event) => {
        if (document.activeElement?.matches('input, textarea, select')) return;
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
        const search = document.querySelector<HTMLInputElement>('#search');
        search?.focus();
      });
    },
  },
  'a slider that turns at arrows, Space, Enter and Home': {
    when: 'after',
    install: () => {
      const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' ', 'Enter', 'Home', 'End'];
      (document.querySelector('main') as HTMLElement).onkeydown = ({ key }) => !keys.includes(key);
    },
  },
  'a form that Enter must not send': {
    when: 'before',
    install: () => {
      for (const type of ['keydown', 'keypress'] as const)
        addEventListener(type, (event) => {
          if (event.key === 'Enter' && (event.target as Element).tagName !== 'TEXTAREA')
            event.preventDefault();
        });
    },
  },
  'copy protection': {
    when: 'before',
    install: () => {
      const never = () => false;
      document.oncopy = document.oncut = document.onpaste = document.onselectstart = never;
      document.oncontextmenu = document.ondragstart = never;
      const isField = ({ target }: Event) => /^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName);
      document.onmousedown = (event) => isField(event);
      document.onkeydown = ({ ctrlKey, metaKey, keyCode }) =>
        !((ctrlKey || metaKey) && [65, 67, 83, 85, 86, 88].includes(keyCode));
    },
  },
  'listeners that capture and cancel everything': {
    when: 'after',
    install: () => {
      const types = 'keydown keypress keyup beforeinput copy cut paste selectstart contextmenu';
      const isField = ({ target }: Event) => /^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName);
      const cancel = (event: Event) => {
        const { key = '', target } = event as KeyboardEvent;
        const { activeElement } = document;
        const isButton = !!activeElement?.shadowRoot?.activeElement?.matches('button');
        if (isField(event) || isButton || /^(Tab|Escape)$/.test(key) || target === document.body) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      for (const on of [window, document, document.querySelector('main') as Element])
        for (const type of types.split(' ')) on.addEventListener(type, cancel, { capture: true });
    },
  },
};

export const tapGuards: Record<string, Guard> = {
  'a slider that takes every pointer, as Swiper does': {
    when: 'after',
    install: () => {
      const slide = document.querySelector('main') as HTMLElement;
      const isField = ({ target }: Event) =>
        /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test((target as Element).tagName);
      slide.addEventListener('pointerdown', (event) => {
        if (isField(event)) return;
        event.preventDefault();
        slide.setPointerCapture(event.pointerId);
      });
      for (const type of ['touchstart', 'mousedown'])
        slide.addEventListener(type, (event) => isField(event) || event.preventDefault(), { passive: false });
    },
  },
  'a script that replaces clicks of taps, as FastClick does': {
    when: 'before',
    install: () => {
      document.addEventListener(
        'touchend',
        (event) => {
          event.preventDefault();
          event.target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        },
        { passive: false },
      );
    },
  },
  'listeners that capture and cancel every press': {
    when: 'after',
    install: () => {
      for (const on of [window, document])
        for (const type of ['pointerdown', 'mousedown', 'touchstart', 'touchend'])
          on.addEventListener(type, (event) => event.preventDefault(), { capture: true, passive: false });
    },
  },
};
