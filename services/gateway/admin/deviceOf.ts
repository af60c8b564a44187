/** In this order: most browsers also name those that they descend from. */
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const first = (names: typeof BROWSERS, agent: string) => names.find(([, sign]) => sign.test(agent))?.[0];

/**
 * The family of a browser and of its system, such as `Firefox, Windows`: enough to recognise a session in a
 * list. Undefined where neither is known. No version is kept, so that the list is no fingerprint.
 */
export function deviceOf(userAgent: string | undefined): string | undefined {
  const agent = (userAgent ?? '').slice(0, 500);
  const known = [first(BROWSERS, agent), first(SYSTEMS, agent)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(', ') : undefined;
}
