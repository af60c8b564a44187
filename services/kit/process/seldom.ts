/**
 * Answers whether something may be said again: not within `ms` of the last time that it might. By what it is
 * about, of which there are few.
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
