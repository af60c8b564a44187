import { fileURLToPath } from 'node:url';
import type { NewFacility } from '@venue-booking/proto/facility';
import type { DemoVenue } from './demoVenue.ts';
import { padelclubDeKooi } from './padelclubDeKooi.ts';
import { saunaAanHetMeer } from './saunaAanHetMeer.ts';

export const demoVenues: DemoVenue[] = [saunaAanHetMeer, padelclubDeKooi];

/** Folder of the illustrations, which the demo page serves at `/demo/images/…`. */
export const demoImages = fileURLToPath(new URL('./images', import.meta.url));

/** The facility with image addresses that also work in a widget on another site. @param publicUrl without a closing slash */
export const withImageUrls = (facility: NewFacility, publicUrl: string): NewFacility => ({
  ...facility,
  images: (facility.images ?? []).map((path) => publicUrl + path),
});
