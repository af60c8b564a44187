import { IMAGE_WIDTHS } from '@venue-booking/proto/facility/image';

/** The URL of an image in its largest width. */
export const imageUrl = (publicUrl: string, id: string): string =>
  `${publicUrl}/images/${id}/${Math.max(...IMAGE_WIDTHS)}.webp`;
