/** The order matters: most browsers also name the browsers that they descend from. */
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
 * The names of a browser and its operating system, such as `Firefox, Windows`, to recognise a session in a
 * list. Undefined if both are unknown. Versions are left out, because they would help to fingerprint a
 * person.
 */
export function deviceName(userAgent: string | undefined): string | undefined {
  const agent = (userAgent ?? '').slice(0, 500);
  const names = [first(BROWSERS, agent), first(SYSTEMS, agent)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : undefined;
}
