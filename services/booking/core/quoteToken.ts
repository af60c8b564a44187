import { timingSafeEqual } from 'node:crypto';
import type { AddOnCounts } from '@venue-booking/proto/price/addOns';
import type { Guests } from '@venue-booking/proto/price/guests';
import { keyedHmac } from '../keyedHmac.ts';
import type { Amount, RestTerms } from './bookingRules.ts';
import type { SigningKey } from './linkedBooking.ts';

/** A quoted price, and the venue, slot and party that it is valid for. */
export type QuotedPrice = Amount & {
  venueId: number;
  slotId: number;
  people: number;
  /** By category; absent if there are none. */
  guests?: Guests | undefined;
  /** Number of each add-on by key; absent if there are none. */
  addOns?: AddOnCounts | undefined;
  /** Expiry, ms since 1970. */
  until: number;
  /** Cents to pay online when booking, if the price has a deposit. Absent: the whole price. */
  depositCents?: number;
  /** How the rest of the deposit is paid online; null: at the venue. Absent in older quotes: as today. */
  restTerms?: RestTerms | null;
  /**
   * For a guest's change: the booking and its revision, the refund that was shown, and the add-ons that the
   * guest named, by key. Absent: the quote is for a new booking.
   */
  change?: { id: number; revision: number; backCents: number; addOns?: AddOnCounts };
};

/**
 * Signs a quote: its JSON and an HMAC over the purpose and the JSON, both in base64url. The NUL separates it
 * from everything else that these keys sign. Anyone with the token can read it; it holds no secrets.
 */
export function signQuote([key]: readonly SigningKey[], quoted: QuotedPrice): string {
  if (!key) throw new Error('no signing key');
  const body = Buffer.from(JSON.stringify(quoted));
  return `${body.toString('base64url')}.${macOf(key, body).toString('base64url')}`;
}

/** The quote in a token; null if none of the keys signed it. */
export function readQuote(keys: readonly SigningKey[], token: string): QuotedPrice | null {
  const [body = Buffer.of(), mac = Buffer.of()] = token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'));
  const isOurs = keys.some((key) => {
    const own = macOf(key, body);
    return own.length === mac.length && timingSafeEqual(own, mac);
  });
  return isOurs ? JSON.parse(body.toString()) : null;
}

const macOf = ({ secret }: SigningKey, body: Uint8Array): Buffer =>
  keyedHmac(secret).update('quote\0').update(body).digest();
