import type { ApiError } from '../../api/client.ts';

/** Whether a request failed because the booking has changed, for example because it was paid. */
export const isOutdated = (refusal: ApiError | undefined): boolean =>
  refusal?.status === 409 || refusal?.status === 403;
