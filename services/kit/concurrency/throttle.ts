/**
 * Returns a function that is true at most once per `ms` for each key. Meant for a small, fixed set of keys.
 */
export function seldom(ms: number, clock = () => performance.now()): (about: string) => boolean {
  const last = new Map<string, number>();
  return (about) => {
    const now = clock();
    if (now - (last.get(about) ?? Number.NEGATIVE_INFINITY) < ms) return false;
    last.set(about, now);
    return true;
  };
}
