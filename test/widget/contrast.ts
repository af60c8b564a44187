import type { Page } from 'playwright-core';

/** A description of a text with too little contrast. */
export type Faint = string;

/**
 * Measures the contrast of every visible text of a widget, except in disabled controls. Colours are read as
 * the browser paints them, whatever their notation.
 * @returns texts below 4.5, or below 3 for large text
 */
export const faintTexts = (page: Page): Promise<Faint[]> =>
  page.locator('venue-booking').evaluate((host) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas || !host.shadowRoot) throw new Error('nothing to look at');
    type Rgba = [red: number, green: number, blue: number, alpha: number];
    const known = new Map<string, Rgba>();
    const painted = (colour: string): Rgba => {
      const before = known.get(colour);
      if (before) return before;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(colour, [red, green, blue, alpha / 255]);
      return [red, green, blue, alpha / 255];
    };
    const over = (top: Rgba, below: Rgba): Rgba => {
      const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const parentOf = (it: Element) => it.parentElement ?? (it.getRootNode() as ShadowRoot).host ?? null;
    const surface = (it: Element | null): Rgba => {
      if (!it) return painted('Canvas');
      const own = painted(getComputedStyle(it).backgroundColor);
      return own[3] >= 1 ? own : over(own, surface(parentOf(it)));
    };
    /**
     * Colours that may lie below an element's text: its background, or any colour of its button's gradient.
     */
    const surfaces = (it: Element): Rgba[] => {
      const button = it.closest('button');
      const image = button ? getComputedStyle(button).backgroundImage : 'none';
      const colours = image.match(/\b(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/g) ?? [];
      return [surface(it), ...colours.map((colour) => over(painted(colour), surface(button)))];
    };
    const luminance = ([red, green, blue]: Rgba) => {
      const linear = [red, green, blue].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
    };
    const opacity = (it: Element | null): number =>
      it ? Number(getComputedStyle(it).opacity) * opacity(parentOf(it)) : 1;

    const found: string[] = [];
    for (const it of host.shadowRoot.querySelectorAll<HTMLElement>('*')) {
      const own = [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = it.matches('input, textarea, select')
        ? 'field'
        : own.map((node) => node.textContent?.trim()).join('');
      const box = it.getBoundingClientRect();
      if (!text || box.width <= 1 || box.height <= 1 || it.closest('[aria-disabled=true], :disabled'))
        continue;
      const style = getComputedStyle(it);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      for (const below of surfaces(it)) {
        const [red, green, blue, alpha] = painted(style.color);
        const ink = over([red, green, blue, alpha * opacity(it)], below);
        const [light = 0, dark = 0] = [luminance(ink), luminance(below)].sort((a, b) => b - a);
        const contrast = (light + 0.05) / (dark + 0.05);
        // Tolerance for colours rounded to 8 bits.
        if (contrast < (isLarge ? 3 : 4.5) - 0.04)
          found.push(
            `${contrast.toFixed(2)}: “${text.slice(0, 40)}” in ${style.color} on rgb(${below.slice(0, 3).map(Math.round)})`,
          );
      }
    }
    return found;
  });
