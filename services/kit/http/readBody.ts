/** The response is larger than any valid one. */
class TooLarge extends Error {}

/** Reads a whole response body. @throws when it is larger than `maxBytes` */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Why a request failed: Node's error code, such as `ECONNREFUSED`, or the error's name, such as
 * `TimeoutError`. Don't pass on the error itself: it may contain the request with its headers.
 */
export function requestFailureReason(error: unknown): string {
  if (error instanceof TooLarge) return 'the response is too large';
  if (!(error instanceof Error)) return 'no response: unknown';
  const { code } = { ...(error.cause as { code?: unknown } | undefined) };
  return `no response: ${typeof code === 'string' ? code : error.name}`;
}
