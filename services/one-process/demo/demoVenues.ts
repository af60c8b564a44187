import { fileURLToPath } from 'node:url';
import type { DemoVenue } from './demoVenue.ts';
import { padelclubDeKooi } from './padelclubDeKooi.ts';
import { saunaAanHetMeer } from './saunaAanHetMeer.ts';

export const demoVenues: DemoVenue[] = [saunaAanHetMeer, padelclubDeKooi];

/** Folder of the images that the demo page serves at `/demo/images/…`. */
export const demoImages = fileURLToPath(new URL('./images', import.meta.url));
