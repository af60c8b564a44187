import type { ImageWidth } from '@venue-booking/proto/facility/image';
import type { FailureData } from '@venue-booking/proto/failures';

/** Input of the decoding thread. */
export type DecodeJob = {
  file: ArrayBuffer;
  maxPixels: number;
};

/** A decoded image with four bytes per pixel. */
export type DecodedImage = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Input of the writing thread. */
export type WriteJob = {
  pixels: DecodedImage;
  /** Widest first. */
  widths: readonly ImageWidth[];
  /** Maximum bytes of one width. */
  maxBytes: number;
};

/** An image in one width, as WebP. `name` is the requested width; a small image may be narrower. */
export type ShrunkImage = { name: ImageWidth; width: number; height: number; bytes: Uint8Array };

/** Message of a thread that rejects the file. */
export type RejectedFile = { refusal: FailureData };

/** Worker data: the module to run, and its input. */
export type ThreadData<Job> = { program: string; job: Job };
