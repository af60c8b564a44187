/** Does what a browser may refuse, such as to keep something: that is switched off, full, or not ours. */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    // Whoever asked goes without.
  }
};
