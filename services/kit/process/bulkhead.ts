import { fail } from '@venue-booking/proto/failures';

type Compartment = { underWay: number; waiting: Set<() => void>; urgent: Set<() => void> };

/**
 * Keeps one party that hangs, or asks for too much, from taking up everything: of each name only so much runs
 * at once, and the rest waits its turn: first what is urgent, as somebody waits for it.
 * @param options.mostWaiting how much may wait under one name
 * @param options.patienceMs how long it waits for its turn
 * @param options.full makes what is thrown when too much waits already or no turn comes in time
 */
export function createBulkhead({
  atOnce = 16,
  mostWaiting = Number.POSITIVE_INFINITY,
  patienceMs = 4000,
  full = (): Error => fail('busy', { retryAfterSeconds: 1 }),
} = {}) {
  const compartments = new Map<string, Compartment>();

  const enter = async (name: string, urgent: boolean): Promise<Compartment> => {
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

  return async <T>(name: string, work: () => Promise<T>, { urgent = false } = {}): Promise<T> => {
    const compartment = await enter(name, urgent);
    try {
      return await work();
    } finally {
      leave(name, compartment);
    }
  };
}
