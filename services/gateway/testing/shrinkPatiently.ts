import { shrinkImage } from '../images/shrinkImage.ts';

/** {@link shrinkImage} without its limits of time, which a busy machine exceeds. */
export const shrinkPatiently = (file: Buffer) =>
  shrinkImage(file, { timeoutMs: 600_000, slowMs: Number.POSITIVE_INFINITY });
