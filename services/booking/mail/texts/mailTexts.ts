import type { Locale } from '@venue-booking/proto/primitives';
import { de } from './de/guestTexts.ts';
import { de as deStaff } from './de/staffTexts.ts';
import { de as deWaiting } from './de/waitingTexts.ts';
import { en } from './en/guestTexts.ts';
import { en as enStaff } from './en/staffTexts.ts';
import { en as enWaiting } from './en/waitingTexts.ts';
import { fr } from './fr/guestTexts.ts';
import { fr as frStaff } from './fr/staffTexts.ts';
import { fr as frWaiting } from './fr/waitingTexts.ts';
import { type GuestTexts, nl } from './nl/guestTexts.ts';
import { nl as nlStaff, type StaffTexts } from './nl/staffTexts.ts';
import { nl as nlWaiting, type WaitingTexts } from './nl/waitingTexts.ts';

/** Name of the platform. */
export const PRODUCT = 'Venue Booking';

/** Texts of mail to guests in each language. */
export const guestTexts: Record<Locale, GuestTexts> = { nl, en, de, fr };

/** Texts for people at a venue in each language. */
export const staffTexts: Record<Locale, StaffTexts> = { nl: nlStaff, en: enStaff, de: deStaff, fr: frStaff };

/** Texts of mail to guests on the waiting list in each language. */
export const waitingTexts: Record<Locale, WaitingTexts> = {
  nl: nlWaiting,
  en: enWaiting,
  de: deWaiting,
  fr: frWaiting,
};
