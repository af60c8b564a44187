import { Failure } from '../failures.ts';

/** What a call answers, or the failure that it refuses with. */
export function outcomeOf<T>(call: () => T): T | Failure {
  try {
    return call();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
