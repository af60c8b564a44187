import type { Locale } from '@venue-booking/proto/primitives';
import { de } from './texts/de.ts';
import { en, type StatementTexts } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { nl } from './texts/nl.ts';

export const texts: Record<Locale, StatementTexts> = { nl, en, de, fr };
