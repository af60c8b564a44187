import { Failure } from '@venue-booking/proto/failures';

/** The result of a call, or the failure that it throws. */
export function outcomeOf<T>(call: () => T): T | Failure {
  try {
    return call();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
