import { readFileSync } from 'node:fs';
import { type CpuInfo, cpus } from 'node:os';

/** What processors did, in ms each. */
type Times = CpuInfo['times'];

/**
 * How busy the processors are that this process may use, whoever uses them: but for programs that gave way
 * to others (`nice`), which go on doing so.
 */
export class Processors {
  readonly #own = ownProcessors();
  #last = this.#read();

  /** How much of their time since it was last asked was used, from 0 to 1; 1 where nobody can tell. */
  busy(): number {
    const before = this.#last;
    this.#last = this.#read();
    return busyBetween(before, this.#last);
  }

  #read(): Times[] {
    return cpus()
      .filter((_, index) => this.#own?.has(index) ?? true)
      .map(({ times }) => times);
  }
}

/** How much of the time between two looks was used, from 0 to 1; 1 when none has passed. */
export function busyBetween(before: Times[], after: Times[]): number {
  const total = (times: Times[], of: (one: Times) => number) => times.reduce((sum, one) => sum + of(one), 0);
  const passed = (of: (one: Times) => number) => total(after, of) - total(before, of);
  const all = passed(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq);
  return all > 0 ? 1 - passed(({ idle, nice }) => idle + nice) / all : 1;
}

/** The processors of a list as Linux writes it: `0-2,5`. */
export const processorsOf = (list: string): Set<number> =>
  new Set(
    list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );

/** Those that this process is held to; undefined where the system does not say so. */
function ownProcessors(): Set<number> | undefined {
  try {
    const [, list] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return list === undefined ? undefined : processorsOf(list);
  } catch {
    return undefined;
  }
}
