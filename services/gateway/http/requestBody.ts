import { isUtf8 } from 'node:buffer';
import { fail } from '@venue-booking/proto/failures';
import type { json, Request, Response } from 'express';

/** Maximum size of an API request body. */
export const BODY_LIMIT_KB = 64;

/** Error responses for rejected bodies, for the OpenAPI description. */
export const BODY_ERRORS = {
  413: `Body over ${BODY_LIMIT_KB} kB`,
  415: 'Body is not application/json',
};

/** Rejects bodies that are not UTF-8; Express's parsers would replace the invalid bytes. */
export function verifyText(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('not UTF-8');
}

const sizeOf = (kb: number): string => (kb < 1024 ? `${kb} kB` : `${kb / 1024} MB`);

/**
 * Returns a function that reads bodies up to a limit.
 * @param parser creates one of Express's body parsers
 * @param typeFailure the failure for a compressed body or an unsupported charset
 * @throws `body_too_large`, `malformed_json`, and the `typeFailure`
 */
export function bodyReader(
  limitKb: number,
  parser: (limit: string) => ReturnType<typeof json>,
  typeFailure: 'not_json' | 'image_type_refused' = 'not_json',
): (request: Request, response: Response) => Promise<void> {
  const parse = parser(`${limitKb}kb`);
  return (request, response) =>
    new Promise((resolve, reject) => {
      parse(request, response, (error?: { type?: string; status?: number }) => {
        if (error?.type === 'entity.too.large') reject(fail('body_too_large', { limit: sizeOf(limitKb) }));
        else if (error?.status === 415) reject(fail(typeFailure));
        else if (error) reject(fail('malformed_json'));
        else resolve();
      });
    });
}
