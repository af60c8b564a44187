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
    return { response, text: await readText(response) };
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // Without the error as its cause: that may hold the request with its headers.
    throw new ProviderError('unavailable', `no answer: ${reasonOf(error)}`);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderError('unavailable', 'the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Node's code of a network error, such as `ECONNREFUSED`, or the error's name, such as `TimeoutError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = { ...(error.cause as { code?: unknown } | undefined) };
  return typeof code === 'string' ? code : error.name;
}

/** What an answer with this status means when it isn't a success. */
export function kindOfStatus(status: number): ProviderError['kind'] {
  // 409: the same request is still under way. 408 and 425 are a proxy's way of saying "again".
  if (status < 400 || status >= 500 || [408, 409, 425, 429].includes(status)) return 'unavailable';
  return status === 401 || status === 403 ? 'unauthorized' : 'refused';
}

/** By when an operation of one or more requests has to end, as signal and as what is left of it in ms. */
export function deadlineIn(ms: number): { signal: AbortSignal; left: () => number } {
  const end = performance.now() + ms;
  return { signal: AbortSignal.timeout(ms), left: () => Math.max(1, Math.round(end - performance.now())) };
}
