/** The paths in a JSON value. Numeric keys are ids and become `#`. */
export function pathsIn(value: unknown, at = ''): string[] {
  if (value === null || typeof value !== 'object') return [at];
  if (Array.isArray(value)) return [at, ...new Set(value.flatMap((one) => pathsIn(one, `${at}[]`)))];
  return [
    at,
    ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, `${at}.${/^\d+$/.test(key) ? '#' : key}`)),
  ];
}

/** Keeps the values that have a path not seen before, shortened. */
export class Shapes {
  readonly kept: unknown[] = [];
  readonly #seen = new Set<string>();

  take(value: unknown): void {
    const fresh = pathsIn(value).filter((part) => !this.#seen.has(part));
    if (fresh.length === 0) return;
    for (const part of fresh) this.#seen.add(part);
    this.kept.push(shorter(value));
  }
}

/** Shortens a value: one list element per shape, long strings cut, secrets masked. */
function shorter(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^whsec_.*/, 'whsec_…').slice(0, 300);
  if (value === null || typeof value !== 'object') return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorter(one)]));
  const shapes = new Shapes();
  for (const one of value) shapes.take(one);
  return shapes.kept;
}
