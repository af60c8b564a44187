/** An answer that is none of ours: larger than any that there is. */
class TooLarge extends Error {}

/** All of an answer. @throws when it has more than `mostBytes` */
export async function readWhole(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Why a request got no answer: Node's code of a network error, such as `ECONNREFUSED`, or the error's name,
 * such as `TimeoutError`. The error itself is not to be passed on: it may hold the request with its headers.
 */
export function whyNoAnswer(error: unknown): string {
  if (error instanceof TooLarge) return 'the answer is too large';
  if (!(error instanceof Error)) return 'no answer: unknown';
  const { code } = { ...(error.cause as { code?: unknown } | undefined) };
  return `no answer: ${typeof code === 'string' ? code : error.name}`;
}
