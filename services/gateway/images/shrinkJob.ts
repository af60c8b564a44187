import type { ImageType, ImageWidth } from '@venue-booking/proto/image';

/** What the thread that decodes an image is told. */
export type ShrinkJob = {
  file: ArrayBuffer;
  type: ImageType;
  /** The widest first. */
  widths: readonly ImageWidth[];
  mostPixels: number;
  /** Bytes that one width may have. */
  mostBytes: number;
  /** Bytes that one codec may take. */
  mostMemory: number;
};

/** One width of an image, as WebP. `name` is the width that was asked for. */
export type ShrunkImage = { name: ImageWidth; width: number; height: number; bytes: Uint8Array };
