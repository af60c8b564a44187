/**
 * Returns a function that is true at most once per `ms` for each key. Meant for a small, fixed set of keys.
 */
export function createThrottle(ms: number, clock = () => performance.now()): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const now = clock();
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < ms) return false;
    last.set(key, now);
    return true;
  };
}
