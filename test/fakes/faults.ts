import type { FakeAnswer, FakeRequest } from './exchange.ts';

/** What goes wrong: nothing done, or done and the answer lost. */
type Act =
  /** Never answers; `hang after`: has done the work. */
  | { act: 'hang' | 'hang after' }
  /** Breaks the connection; `reset after`: has done the work. */
  | { act: 'reset before' | 'reset after' }
  /** Does the work, begins to answer, and never ends. */
  | { act: 'stall' }
  /** Takes its time. */
  | { act: 'slow'; ms: number }
  /** Answers this and does nothing. `answer` replaces parts of the refusal. */
  | { act: 'status'; status: number; reason?: string; answer?: Partial<FakeAnswer> };

/**
 * `path` is looked for in the request's; without it, any request with credentials, which a guest's page has
 * not. `times`: 1 unless told.
 */
export type Fault = Act & { method?: string; path?: string | RegExp; times?: number };

/** The faults that are still to come. Each request meets the first that fits. */
export class Faults {
  #waiting: (Fault & { left: number })[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting = [];
  }

  next(request: FakeRequest): Fault | undefined {
    const found = this.#waiting.find((fault) => fault.left > 0 && fits(fault, request));
    if (found) found.left -= 1;
    return found;
  }
}

function fits(fault: Fault, { method, path, headers }: FakeRequest): boolean {
  if (fault.method && fault.method !== method) return false;
  if (fault.path instanceof RegExp) return fault.path.test(path);
  return fault.path === undefined ? headers.authorization !== undefined : path.includes(fault.path);
}
