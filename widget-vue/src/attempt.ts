/** Does what a browser may refuse, such as to keep something: it is switched off or full, or holds what is not ours. */
export const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    // Whoever asked goes without.
  }
};
