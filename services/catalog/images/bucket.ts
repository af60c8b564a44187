import { createHash } from 'node:crypto';
import { readWhole, whyNoAnswer } from '@venue-booking/kit/process/readWhole';
import { MAX_WIDTH_BYTES } from '@venue-booking/proto/image';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from './bucketSettings.ts';

/** How long one request may take: less than a call for an image has. */
const MOST_MS = 5000;

/** The bucket does not answer, or refuses. Its message holds nothing that the bucket said, nor our key. */
export class BucketError extends Error {
  override name = 'BucketError';
}

/**
 * An S3-compatible bucket. Each call is one request with a deadline, which is not repeated, and throws a
 * {@link BucketError}.
 * @param mostMs how long one request may take
 */
export function openBucket(settings: BucketSettings, mostMs = MOST_MS) {
  /** @param good statuses that are an answer; any other one is an error */
  const send = async (method: string, object: string, good: number[], body?: Uint8Array<ArrayBuffer>) => {
    const { url, ...request } = await new AwsV4Signer({
      ...settings.credentials,
      service: 's3',
      method,
      url: `${settings.base}/${object}`,
      headers: {
        // The bucket refuses what came to it otherwise than it was sent.
        'X-Amz-Content-Sha256': hashOf(body ?? new Uint8Array()),
        ...(body && { 'Content-Type': 'image/webp' }),
      },
      body: body ?? null,
    }).sign();
    try {
      const response = await fetch(url, {
        ...request,
        // A signature is for nobody else.
        redirect: 'error',
        signal: AbortSignal.timeout(mostMs),
      });
      if (!good.includes(response.status)) throw new BucketError(`it answered ${response.status}`);
      return { status: response.status, bytes: await readWhole(response, MAX_WIDTH_BYTES) };
    } catch (error) {
      throw error instanceof BucketError ? error : new BucketError(whyNoAnswer(error));
    }
  };
  return {
    /** Keeps an object; with the same bytes again it changes nothing. */
    async put(object: string, bytes: Uint8Array): Promise<void> {
      await send('PUT', object, [200, 201, 204], new Uint8Array(bytes));
    },
    /** Null: there is no such object. */
    async get(object: string): Promise<Uint8Array | null> {
      const { status, bytes } = await send('GET', object, [200, 404]);
      return status === 404 ? null : bytes;
    },
    /** Removes an object that may not be there. */
    async remove(object: string): Promise<void> {
      await send('DELETE', object, [200, 202, 204, 404]);
    },
  };
}
export type Bucket = ReturnType<typeof openBucket>;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
