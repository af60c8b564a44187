import type { Locale } from '@venue-booking/proto/primitives';
import { de } from './de/texts.ts';
import { en } from './en/texts.ts';
import { fr } from './fr/texts.ts';
import { nl, type Texts } from './nl/texts.ts';

/** Texts of prices and bookings in each language. */
export const texts: Record<Locale, Texts> = { nl, en, de, fr };
