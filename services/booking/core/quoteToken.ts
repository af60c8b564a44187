import { timingSafeEqual } from 'node:crypto';
import type { AddOnCounts } from '@venue-booking/proto/addOns';
import type { Guests } from '@venue-booking/proto/guests';
import { keyedHmac } from '../keyedHmac.ts';
import type { SigningKey } from '../ticket/linkedBooking.ts';
import type { Amount } from './bookingRules.ts';

/** What was promised, and to whom: a party of so many people in a slot of a venue. */
export type Promised = Amount & {
  venueId: number;
  slotId: number;
  people: number;
  /** By category; absent: there are none. */
  guests?: Guests | undefined;
  /** How many of each add-on it takes, by key; absent: none. */
  addOns?: AddOnCounts | undefined;
  /** Until when, ms since 1970. */
  until: number;
  /**
   * Which booking its guest may change to it, as it is at this revision, with what was shown to come back,
   * and the add-ons that they named, by key (absent: they named none). Absent as a whole: any booking.
   */
  change?: { id: number; revision: number; backCents: number; addOns?: AddOnCounts };
};

/**
 * Signs a promise: its JSON and an HMAC over that and the purpose, both base64url. The NUL keeps it apart
 * from all else that the keys sign. It can be read by who has it: nothing in it is secret.
 */
export function signQuote([key]: readonly SigningKey[], promised: Promised): string {
  if (!key) throw new Error('nothing to sign with');
  const body = Buffer.from(JSON.stringify(promised));
  return `${body.toString('base64url')}.${macOf(key, body).toString('base64url')}`;
}

/** What was promised, or null for what none of the keys has signed. */
export function readQuote(keys: readonly SigningKey[], token: string): Promised | null {
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
