import type { ImageType, ImageWidth } from '@venue-booking/proto/image';

/** What the thread that decodes an image is told. */
export type DecodeJob = {
  file: ArrayBuffer;
  type: ImageType;
  mostPixels: number;
};

/** An image as it is decoded: four bytes a pixel. */
export type DecodedImage = Pick<ImageData, 'data' | 'width' | 'height'>;

/** What the thread that writes it is told. */
export type WriteJob = {
  pixels: DecodedImage;
  /** The widest first. */
  widths: readonly ImageWidth[];
  /** Bytes that one width may have. */
  mostBytes: number;
};

/** One width of an image, as WebP. `name` is the width that was asked for. */
export type ShrunkImage = { name: ImageWidth; width: number; height: number; bytes: Uint8Array };
