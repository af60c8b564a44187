import { createHash } from 'node:crypto';
import { readBody, requestFailureReason } from '@venue-booking/kit/http/readBody';
import { MAX_WIDTH_BYTES } from '@venue-booking/proto/facility/image';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from './bucketSettings.ts';

/** Timeout of one request in ms, shorter than that of a call for an image. */
const TIMEOUT_MS = 5000;

/**
 * The bucket does not respond, or rejects the request. The message contains no response text and no
 * credentials.
 */
export class BucketError extends Error {
  override name = 'BucketError';
}

/**
 * An S3-compatible bucket. Each call sends one request with a timeout and no retry, and throws a {@link
 * BucketError}.
 * @param timeoutMs timeout of one request
 */
export function openBucket(settings: BucketSettings, timeoutMs = TIMEOUT_MS) {
  /** @param accepted statuses to accept; any other one throws */
  const send = async (method: string, object: string, accepted: number[], body?: Uint8Array<ArrayBuffer>) => {
    const { url, ...request } = await new AwsV4Signer({
      ...settings.credentials,
      service: 's3',
      method,
      url: `${settings.base}/${object}`,
      headers: {
        // The bucket rejects a body that does not match this hash.
        'X-Amz-Content-Sha256': hashOf(body ?? new Uint8Array()),
        ...(body && { 'Content-Type': 'image/webp' }),
      },
      body: body ?? null,
    }).sign();
    try {
      const response = await fetch(url, {
        ...request,
        // The signature must not reach another host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!accepted.includes(response.status)) throw new BucketError(`it answered ${response.status}`);
      return { status: response.status, bytes: await readBody(response, MAX_WIDTH_BYTES) };
    } catch (error) {
      throw error instanceof BucketError ? error : new BucketError(requestFailureReason(error));
    }
  };
  return {
    /** Stores an object. Idempotent for the same bytes. */
    async put(object: string, bytes: Uint8Array): Promise<void> {
      await send('PUT', object, [200, 201, 204], new Uint8Array(bytes));
    },
    /** Null if there is no such object. */
    async get(object: string): Promise<Uint8Array | null> {
      const { status, bytes } = await send('GET', object, [200, 404]);
      return status === 404 ? null : bytes;
    },
    /** Deletes an object, if it exists. */
    async delete(object: string): Promise<void> {
      await send('DELETE', object, [200, 202, 204, 404]);
    },
  };
}
export type Bucket = ReturnType<typeof openBucket>;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
