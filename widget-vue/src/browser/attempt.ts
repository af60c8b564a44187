/**
 * Runs work that a browser may reject, such as storage that is disabled, full or blocked. Returns undefined
 * if it throws.
 */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {}
};
