/**
 * Colours in OKLCH (https://bottosson.github.io/posts/oklab): lightness 0 to 1, chroma 0 to about 0.37, hue
 * in degrees. Equal steps look equally large, unlike those of HSL.
 */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** Red, green and blue as linear light, 0 to 1 inside sRGB. */
type Linear = [red: number, green: number, blue: number];

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** @param hex `#rrggbb` */
const linearOf = (hex: string): Linear =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Linear;

/** The colour of an sRGB value. @param hex `#rrggbb` */
export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

function linearOfOklch({ lightness, chroma, hue }: Oklch): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isInGamut = (colour: Linear): boolean => colour.every((value) => value >= -1e-4 && value <= 1 + 1e-4);

/** `#rrggbb`. A colour that sRGB lacks loses chroma, and keeps its lightness and hue. */
export function toHex(colour: Oklch): string {
  const lightness = Math.min(Math.max(colour.lightness, 0), 1);
  let shown = linearOfOklch({ ...colour, lightness });
  if (!isInGamut(shown)) {
    const least = bisect(
      (chroma) => !isInGamut(linearOfOklch({ ...colour, lightness, chroma })),
      colour.chroma,
    );
    shown = linearOfOklch({ ...colour, lightness, chroma: least });
  }
  const channels = shown.map((value) => Math.round(fromLinear(Math.min(Math.max(value, 0), 1)) * 255));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The largest value from 0 to `most` for which a condition does not hold yet. */
function bisect(holds: (value: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/** Relative luminance of WCAG, 0 to 1. @param hex `#rrggbb` */
export function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of WCAG between two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
