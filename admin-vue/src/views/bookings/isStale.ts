import type { ApiError } from '../../api/client.ts';

/** Whether a request failed because the booking has changed, for example because it was paid. */
export const isStale = (failure: ApiError | undefined): boolean =>
  failure?.status === 409 || failure?.status === 403;
