/** Work under way at once under one name. */
const AT_ONCE = 16;
/** How long more of it waits for its turn. */
export const PATIENCE_MS = 4000;

type Compartment = { underWay: number; waiting: Set<() => void> };

/**
 * Keeps one party that hangs from taking up everything: of each name only so much runs at once, and the rest waits its turn.
 * @throws what `full` makes, when no turn comes in time
 */
export function createBulkhead({ atOnce = AT_ONCE, patienceMs = PATIENCE_MS } = {}) {
  const compartments = new Map<string, Compartment>();

  const enter = async (name: string, full: () => Error): Promise<Compartment> => {
    const compartment = compartments.get(name) ?? { underWay: 0, waiting: new Set() };
    compartments.set(name, compartment);
    if (compartment.underWay < atOnce) {
      compartment.underWay += 1;
      return compartment;
    }
    return new Promise((resolve, reject) => {
      // Whoever leaves hands over its place, so it stays counted.
      const turn = () => {
        clearTimeout(timer);
        resolve(compartment);
      };
      const timer = setTimeout(() => {
        compartment.waiting.delete(turn);
        reject(full());
      }, patienceMs);
      compartment.waiting.add(turn);
    });
  };

  const leave = (name: string, compartment: Compartment) => {
    const [next] = compartment.waiting;
    if (next) {
      compartment.waiting.delete(next);
      return next();
    }
    compartment.underWay -= 1;
    if (compartment.underWay === 0) compartments.delete(name);
  };

  return async <T>(name: string, work: () => Promise<T>, full: () => Error): Promise<T> => {
    const compartment = await enter(name, full);
    try {
      return await work();
    } finally {
      leave(name, compartment);
    }
  };
}
