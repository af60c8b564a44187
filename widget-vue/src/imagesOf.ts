import type { Facility } from '@venue-booking/proto/facility';

/** Addresses of a facility's images; paths are meant on the API's address. */
export function imagesOf({ images }: Facility, apiBase: string): string[] {
  const base = new URL(apiBase, document.baseURI).href;
  return images.filter((image) => URL.canParse(image, base)).map((image) => new URL(image, base).href);
}
