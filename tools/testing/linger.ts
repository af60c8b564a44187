import { availableParallelism, loadavg } from 'node:os';

/**
 * Ends a process some time after its last test: what is left open would keep it for ever, as after a test
 * that failed half-way.
 */
export class Linger {
  readonly #ms: number;
  readonly #overdue: AbortController;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(ms: number, overdue: AbortController) {
    this.#ms = ms;
    this.#overdue = overdue;
  }

  /** Takes in an event of its tests: each is a sign of life. */
  watch(type: string): void {
    clearTimeout(this.#timer);
    if (type === 'test:enqueue') this.#open++;
    if (type === 'test:complete') this.#open--;
    if (this.#open > 0) return;
    this.#since = performance.now();
    // What a file's last hooks stop takes as much longer as the machine has more to do than it can.
    const overload = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    this.#timer = setTimeout(() => this.#overdue.abort(), this.#ms * overload);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Since its last test. */
  get seconds(): number {
    return Math.round((performance.now() - this.#since) / 1000);
  }
}
