import { isUtf8 } from 'node:buffer';
import { fail } from '@venue-booking/proto/failures';
import type { json, Request, Response } from 'express';

/** Largest body of a call of the API. */
export const BODY_LIMIT_KB = 64;

/** What such a call answers to a body that it does not read, for the API's description. */
export const OF_A_BODY = {
  413: `Body over ${BODY_LIMIT_KB} kB`,
  415: 'Body is not application/json',
};

/** For Express's parsers, which replace bytes that are no text. @throws when a body is not UTF-8 */
export function verifyText(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('not UTF-8');
}

const sizeOf = (kb: number): string => (kb < 1024 ? `${kb} kB` : `${kb / 1024} MB`);

/**
 * Reads bodies up to a limit.
 * @param parser makes one of Express's parsers
 * @param refusal of a body that comes packed or in another alphabet
 * @throws `body_too_large`, `malformed_json`, and the `refusal`
 */
export function bodyReader(
  limitKb: number,
  parser: (limit: string) => ReturnType<typeof json>,
  refusal: 'not_json' | 'image_type_refused' = 'not_json',
): (request: Request, response: Response) => Promise<void> {
  const parse = parser(`${limitKb}kb`);
  return (request, response) =>
    new Promise((resolve, reject) => {
      parse(request, response, (error?: { type?: string; status?: number }) => {
        if (error?.type === 'entity.too.large') reject(fail('body_too_large', { limit: sizeOf(limitKb) }));
        else if (error?.status === 415) reject(fail(refusal));
        else if (error) reject(fail('malformed_json'));
        else resolve();
      });
    });
}
