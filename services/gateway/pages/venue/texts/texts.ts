import type { Locale } from '@venue-booking/proto/primitives';
import { accessibility as deAccessibility } from './de/accessibility.ts';
import { page as dePage } from './de/page.ts';
import { accessibility as enAccessibility } from './en/accessibility.ts';
import { page as enPage } from './en/page.ts';
import { accessibility as frAccessibility } from './fr/accessibility.ts';
import { page as frPage } from './fr/page.ts';
import { type AccessibilityTexts, accessibility as nlAccessibility } from './nl/accessibility.ts';
import { page as nlPage, type PageTexts } from './nl/page.ts';

type Texts = PageTexts & { statement: AccessibilityTexts };

/** Texts of the pages of a venue, by language. */
export const texts: Record<Locale | 'de' | 'fr', Texts> = {
  nl: { ...nlPage, statement: nlAccessibility },
  en: { ...enPage, statement: enAccessibility },
  de: { ...dePage, statement: deAccessibility },
  fr: { ...frPage, statement: frAccessibility },
};
