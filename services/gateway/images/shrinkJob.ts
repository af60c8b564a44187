import type { Refusal } from '@venue-booking/proto/failures';
import type { ImageWidth } from '@venue-booking/proto/image';

/** Input of the thread that decodes an image. */
export type DecodeJob = {
  file: ArrayBuffer;
  mostPixels: number;
};

/** A decoded image: four bytes a pixel. */
export type DecodedImage = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Input of the thread that writes an image. */
export type WriteJob = {
  pixels: DecodedImage;
  /** The widest first. */
  widths: readonly ImageWidth[];
  /** Bytes that one width may have. */
  mostBytes: number;
};

/** One width of an image, as WebP. `name` is the width that was asked for. */
export type ShrunkImage = { name: ImageWidth; width: number; height: number; bytes: Uint8Array };

/** What a thread answers instead of its result when it refuses the file. */
export type Refused = { refusal: Refusal };

/** What a thread is started with: the module to run, and its input. */
export type ThreadData<Job> = { program: string; job: Job };
