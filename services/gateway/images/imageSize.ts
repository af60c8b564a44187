/** Dimensions of an image in pixels. */
export type Size = { width: number; height: number };

/** Returns the size with more pixels. */
export const larger = (one: Size | null, other: Size): Size =>
  one && one.width * one.height >= other.width * other.height ? one : other;
