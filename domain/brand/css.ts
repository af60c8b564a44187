import { type Palette, paletteOf } from './palette.ts';

/** `accentSoft` becomes `--accent-soft`. */
const propertyOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Custom properties of a brand, such as `--accent-strong: light-dark(#0b6660, #5bb0a8)` and `--radius: 12px`.
 * @param accent `#rrggbb`
 * @param radius corner radius in pixels
 */
export function brandProperties(accent: string, radius: number): string {
  const [light, dark] = [paletteOf(accent, 'light'), paletteOf(accent, 'dark')];
  const names = Object.keys(light) as (keyof Palette)[];
  const colours = names.map((name) =>
    light[name] === dark[name]
      ? `${propertyOf(name)}: ${light[name]}`
      : `${propertyOf(name)}: light-dark(${light[name]}, ${dark[name]})`,
  );
  return [...colours, `--radius: ${radius}px`].map((line) => `${line};\n`).join('');
}
