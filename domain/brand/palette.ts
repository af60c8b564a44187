import { contrast, luminance, type Oklch, oklchOf, toHex } from './oklch.ts';

/** The accent of venues that have not chosen one. */
export const DEFAULT_ACCENT = '#0b6660';
/** Their corner radius in pixels. */
export const DEFAULT_RADIUS = 12;

/** Minimum contrast of text, and of borders and focus rings (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const BORDER = 3;

/** Luminance above which black text contrasts more than white text. */
const EQUAL_CONTRAST = 0.179;

const schemes = {
  light: {
    page: 0.985,
    card: 1,
    quiet: 0.945,
    line: 0.885,
    soft: 0.49,
    ink: 0.26,
    tint: 0.96,
    sign: 0.46,
    strong: 0.55,
  },
  dark: {
    page: 0.2,
    card: 0.25,
    quiet: 0.31,
    line: 0.37,
    soft: 0.76,
    ink: 0.945,
    tint: 0.31,
    sign: 0.83,
    strong: 0.74,
  },
};
export type Scheme = keyof typeof schemes;

/** Signs keep their hue, whatever the accent is. */
const signs = { good: 152, wait: 78, stop: 28 } as const;

/** The colours of a venue in one scheme, as `#rrggbb`. */
export type Palette = ReturnType<typeof paletteOf>;

/**
 * Colours computed from an accent. On `page`, `card`, `accentSoft` and `quiet`, text in `ink`, `soft` and
 * `accentStrong` has a contrast of at least 4.5, and `edge` and `accentEdge` of at least 3. So has text in
 * `onAccent` on `accent`, and a sign such as `good` on its tint. `line` is only decoration.
 *
 * `accent` is the chosen colour itself, in both schemes: yellow stays yellow. Give its shapes a border of
 * `accentEdge`, which is the accent if that is visible and otherwise its nearest visible shade.
 * @param accent `#rrggbb`
 */
export function paletteOf(accent: string, scheme: Scheme) {
  const chosen = oklchOf(accent);
  const { hue } = chosen;
  // Grey has no hue: rounding errors must not tint the page.
  const strength = Math.min(1, chosen.chroma / 0.05);
  const at = schemes[scheme];
  const neutral = (lightness: number, chroma: number) => toHex({ lightness, chroma: chroma * strength, hue });
  const tinted = (lightness: number, chroma: number, of = hue) => toHex({ lightness, chroma, hue: of });
  const isDark = scheme === 'dark';
  const strongest = isDark ? Math.max : Math.min;

  const surfaces = {
    page: neutral(at.page, isDark ? 0.012 : 0.004),
    card: neutral(at.card, 0.014),
    quiet: neutral(at.quiet, isDark ? 0.016 : 0.006),
    accentSoft: tinted(at.tint, Math.min(chosen.chroma, isDark ? 0.045 : 0.02)),
  };
  const all = Object.values(surfaces);
  const legible = (colour: Oklch, least: number) => visibleShade({ colour, on: all, least, isDark });

  const sign = (of: number) => {
    const tint = tinted(isDark ? at.tint : 0.955, isDark ? 0.05 : 0.03, of);
    const colour = { lightness: at.sign, chroma: isDark ? 0.12 : 0.13, hue: of };
    return { tint, strong: visibleShade({ colour, on: [...all, tint], least: TEXT, isDark }) };
  };
  const [good, wait, stop] = [sign(signs.good), sign(signs.wait), sign(signs.stop)];

  return {
    ...surfaces,
    ink: neutral(at.ink, 0.022),
    soft: legible({ lightness: at.soft, chroma: 0.02 * strength, hue }, TEXT),
    line: neutral(at.line, 0.01),
    edge: legible({ lightness: isDark ? 0.6 : 0.62, chroma: 0.015 * strength, hue }, BORDER),
    accent,
    onAccent: textOn(accent),
    accentStrong: legible({ ...chosen, lightness: strongest(chosen.lightness, at.strong) }, TEXT),
    accentEdge: legible(chosen, BORDER),
    ...{ good: good.strong, goodSoft: good.tint },
    ...{ wait: wait.strong, waitSoft: wait.tint },
    ...{ stop: stop.strong, stopSoft: stop.tint },
  };
}

/** Text on an accent: white, or dark in the accent's hue, whichever suits. */
function textOn(accent: string): string {
  if (luminance(accent) < EQUAL_CONTRAST) return '#ffffff';
  const { chroma, hue } = oklchOf(accent);
  const dark = toHex({ lightness: 0.2, chroma: Math.min(chroma, 0.03), hue });
  return contrast(dark, accent) >= TEXT ? dark : '#000000';
}

type Shade = { colour: Oklch; on: string[]; least: number; isDark: boolean };

/** The nearest shade that is visible on all surfaces: darker in the light scheme, lighter in the dark one. */
function visibleShade({ colour, on, least, isDark }: Shade): string {
  const isVisible = (shade: string) => on.every((surface) => contrast(shade, surface) >= least);
  const start = toHex(colour);
  if (isVisible(start)) return start;
  let [near, far] = [colour.lightness, isDark ? 1 : 0];
  for (let step = 0; step < 12; step++) {
    const lightness = (near + far) / 2;
    if (isVisible(toHex({ ...colour, lightness }))) far = lightness;
    else near = lightness;
  }
  return toHex({ ...colour, lightness: far });
}
