/** Answers whether to say something again: once in `ms` at most, for each of a few things. */
export function seldom(ms: number, clock = () => performance.now()): (about: string) => boolean {
  const last = new Map<string, number>();
  return (about) => {
    const now = clock();
    if (now - (last.get(about) ?? Number.NEGATIVE_INFINITY) < ms) return false;
    last.set(about, now);
    return true;
  };
}
