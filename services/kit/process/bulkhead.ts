/** Work under way at once under one name. */
const AT_ONCE = 16;
/** How long more of it waits for its turn. */
const PATIENCE_MS = 4000;

type Compartment = { underWay: number; waiting: Set<() => void>; urgent: Set<() => void> };
/** `urgent`: somebody waits for it, so it goes before what a queue asks for. */
type Manner = { urgent?: boolean };

/**
 * Keeps one party that hangs, or asks for too much, from taking up everything: of each name only so much runs
 * at once, and the rest waits its turn, what is urgent first.
 * @param options.mostWaiting how much may wait under one name
 * @throws what `full` makes, when too much waits already or no turn comes in time
 */
export function createBulkhead({
  atOnce = AT_ONCE,
  mostWaiting = Number.POSITIVE_INFINITY,
  patienceMs = PATIENCE_MS,
} = {}) {
  const compartments = new Map<string, Compartment>();

  const enter = async (name: string, full: () => Error, { urgent = false }: Manner): Promise<Compartment> => {
    const compartment = compartments.get(name) ?? { underWay: 0, waiting: new Set(), urgent: new Set() };
    compartments.set(name, compartment);
    if (compartment.underWay < atOnce) {
      compartment.underWay += 1;
      return compartment;
    }
    const line = urgent ? compartment.urgent : compartment.waiting;
    if (line.size >= mostWaiting) throw full();
    return new Promise((resolve, reject) => {
      // Whoever leaves hands over its place, so it stays counted.
      const turn = () => {
        clearTimeout(timer);
        resolve(compartment);
      };
      const timer = setTimeout(() => {
        line.delete(turn);
        reject(full());
      }, patienceMs);
      line.add(turn);
    });
  };

  const leave = (name: string, compartment: Compartment) => {
    for (const line of [compartment.urgent, compartment.waiting]) {
      const [next] = line;
      if (!next) continue;
      line.delete(next);
      return next();
    }
    compartment.underWay -= 1;
    if (compartment.underWay === 0) compartments.delete(name);
  };

  return async <T>(
    name: string,
    work: () => Promise<T>,
    full: () => Error,
    manner: Manner = {},
  ): Promise<T> => {
    const compartment = await enter(name, full, manner);
    try {
      return await work();
    } finally {
      leave(name, compartment);
    }
  };
}
