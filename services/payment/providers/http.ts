import { readWhole, whyNoAnswer } from '@venue-booking/kit/process/readWhole';
import { ProviderError } from '../provider.ts';

/** Largest answer that is read of a provider, in bytes; a real one has a few kB. */
const MAX_ANSWER_BYTES = 1_000_000;

/**
 * Node's fetch for a provider: follows no redirect (a credential goes to nobody else), and hands the answer
 * over once all of it is read, at most {@link MAX_ANSWER_BYTES}.
 * @param init its signal also breaks off the reading
 * @throws {ProviderError} unavailable: nothing in time, or nothing that can be an answer
 */
export async function fetchAnswer(
  url: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' });
    return { response, text: (await readWhole(response, MAX_ANSWER_BYTES)).toString() };
  } catch (error) {
    throw new ProviderError('unavailable', whyNoAnswer(error));
  }
}

/** What an answer with this status means when it isn't a success. */
export function kindOfStatus(status: number): ProviderError['kind'] {
  // 409: the same request is still under way. 408 and 425 are a proxy's way of saying "again".
  if (status < 400 || status >= 500 || [408, 409, 425, 429].includes(status)) return 'unavailable';
  return status === 401 || status === 403 ? 'unauthorized' : 'refused';
}
