import type { ApiError } from '../../api/client.ts';

/** Whether a booking was refused something by what has become of it since, such as that it was paid. */
export const isOutdated = (refusal: ApiError | undefined): boolean =>
  refusal?.status === 409 || refusal?.status === 403;
