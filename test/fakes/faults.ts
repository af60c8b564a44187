import type { FakeRequest, FakeResponse } from './exchange.ts';

/** How a request fails. In some cases the work is done and only the response is lost. */
type Act =
  /** Never responds. `hang after` does the work first. */
  | { act: 'hang' | 'hang after' }
  /** Resets the connection. `reset after` does the work first. */
  | { act: 'reset before' | 'reset after' }
  /** Does the work, begins to respond, and never finishes. */
  | { act: 'stall' }
  /** Responds after `ms`. */
  | { act: 'slow'; ms: number }
  /** Responds with this status and does no work. `answer` overrides parts of the response. */
  | { act: 'status'; status: number; reason?: string; answer?: Partial<FakeResponse> };

/**
 * `path` matches any part of the request's path. Without it, the fault matches every request with
 * credentials, so guests' pages are unaffected. It does not match the list of payment methods, which a
 * checkout does not need. `times` defaults to 1.
 */
export type Fault = Act & { method?: string; path?: string | RegExp; times?: number };

/** The pending faults. Each request uses the first that matches. */
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
  if (fault.path !== undefined) return path.includes(fault.path);
  return headers.authorization !== undefined && !path.includes('/methods');
}
