import { readBody, requestFailureReason } from '@venue-booking/kit/http/readBody';
import { ProviderError } from './provider.ts';

/** Maximum size of a provider's response in bytes; real ones have a few kB. */
const MAX_RESPONSE_BYTES = 1_000_000;

/**
 * Fetches from a provider. Follows no redirects, so that credentials reach no other host. Returns the
 * response once its body is complete, at most {@link MAX_RESPONSE_BYTES}.
 * @param init its signal also aborts the reading of the body
 * @throws {ProviderError} `unavailable` if no valid response arrives in time
 */
export async function fetchResponse(
  url: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' });
    return { response, text: (await readBody(response, MAX_RESPONSE_BYTES)).toString() };
  } catch (error) {
    throw new ProviderError('unavailable', requestFailureReason(error));
  }
}

/** The kind of error that an unsuccessful status means. */
export function kindOfStatus(status: number): ProviderError['kind'] {
  // 409: the same request is still under way. 408 and 425: a proxy requests a retry.
  if (status < 400 || status >= 500 || [408, 409, 425, 429].includes(status)) return 'unavailable';
  return status === 401 || status === 403 ? 'unauthorized' : 'refused';
}
