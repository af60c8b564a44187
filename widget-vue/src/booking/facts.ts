import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Site } from '@venue-booking/proto/venue/venue';
import type { Ticket } from '../api/api.ts';
import { dateOf, instantOf, longDate, timeOf } from '../texts/dates.ts';
import { euroText, numberText } from '../texts/money.ts';
import { type Locale, nameIn, type Say } from '../texts/wording.ts';
import { type AddOn, countIn, facilityPartyRange, type Party } from './party.ts';

/** `90 minuten`, `2,5 uur`. Slots are at least five minutes long. */
export function durationText(locale: Locale, minutes: number): string {
  return minutes < 120 || minutes % 30
    ? timeText(locale, minutes, 'minute')
    : timeText(locale, minutes / 60, 'hour');
}

const timeText = (locale: Locale, count: number, unit: 'minute' | 'hour' | 'day'): string =>
  numberText(locale, count, { style: 'unit', unit, unitDisplay: 'long' });

/** Price of a facility: `€ 12,50 per persoon`, `vanaf € 135,00 per boeking`. */
export function priceText(say: Say, locale: Locale, { price, price_eur }: Facility): string {
  const isEach = !price || price.per === 'person';
  const amount = isEach ? price_eur : price.from_eur;
  if (!amount && !price?.varies) return say('free');
  const text = say(isEach ? 'perPerson' : 'perBooking', { price: euroText(locale, amount) });
  return price?.varies ? say('from', { price: text }) : text;
}

/** Price of one add-on: `€ 3,50`, `€ 7,00 per persoon`. */
export function addOnPrice(say: Say, locale: Locale, { eur, per }: AddOn): string {
  const price = euroText(locale, eur);
  if (!eur) return say('free');
  return per === 'piece' ? price : say(per === 'person' ? 'perPerson' : 'perBooking', { price });
}

/**
 * Whether price lines say more than their sum: if there are several, or if a rule named the only one. The API
 * sends its own names of lines in any language.
 */
export function explainPrice(lines: readonly { text: string }[], { price }: Facility): boolean {
  const [only, another] = lines;
  if (!only || another) return !!another;
  const isCategory = price?.categories?.some(({ name }) => Object.values(name).includes(only.text));
  return !isCategory && !standardLine.test(only.text);
}
const standardLine =
  /^(P(er|ar|ro) (persoon|person|boeking|booking|buchung|personne|réservation)|(extra|zusätzliche) person|extra persoon|personne supplémentaire|\d+ (person(en|ne|nes)?|persoon|people)|minimum(bedrag| charge)|mindestbetrag|montant minimum)$/i;

/** The party of a draft: `4 personen`, `2 × Volwassene, 1 × Kind`. Empty if only one person can come. */
export function partyText(say: Say, locale: Locale, facility: Facility, { people, guests }: Party): string {
  const named = facility.price?.categories?.flatMap(({ key, name }) => {
    const count = countIn(guests, key);
    return count ? [`${count} × ${nameIn(locale, name)}`] : [];
  });
  if (named) return named.join(', ');
  return facilityPartyRange(facility).max > 1 ? say('persons', { count: people }) : '';
}

/** `dinsdag 2 juni, 10:00–12:30` */
export const momentText = (locale: Locale, { starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  `${longDate(locale, dateOf(starts_at))}, ${timeOf(starts_at)}–${timeOf(ends_at)}`;

/** The refund tiers in words, as percentages of the payment. */
export const refundText = (say: Say, locale: Locale, tiers: NonNullable<Site['refund_tiers']>): string =>
  listed(say, tiers, ({ until_hours: hours, percent }) =>
    hours
      ? say('refundBefore', { percent, time: aheadText(locale, hours) })
      : say('refundStart', { percent }),
  );

/** The refund tiers of a paid booking in euros; empty while the amounts are unknown. */
export const refundMoneyText = (
  say: Say,
  locale: Locale,
  tiers: NonNullable<Ticket['refund_tiers']>,
): string =>
  tiers[0]?.refund_eur === undefined
    ? ''
    : listed(say, tiers, ({ until, refund_eur = 0 }) =>
        say('refundMoment', {
          price: euroText(locale, refund_eur),
          moment: `${longDate(locale, dateOf(until))}, ${timeOf(until)}`,
        }),
      );

const listed = <Tier extends { percent: number }>(
  say: Say,
  tiers: readonly Tier[],
  text: (tier: Tier) => string,
): string => {
  const list = tiers.map((tier, at) => (tier.percent ? text(tier) : say('refundNone', { count: at + 1 })));
  return say('refundTiers', { list: list.join('; ') });
};

/**
 * Whether a slot starts too soon to be cancelled, even before it is booked. If the venue's timezone is
 * unknown, a slot today counts as starting within 24 hours.
 * @param hours the cancellation deadline, in hours before the start
 * @param clock.timezone the venue's. The previous release's server does not send it, and browsers don't know
 * every timezone.
 * @param clock.today the venue's booking day; empty while it is unknown
 */
export function isCancelOver(
  hours: number,
  startsAt: string,
  { timezone, today, now }: { timezone: string | undefined; today: string; now: number },
): boolean {
  const start = instantOf(startsAt, timezone);
  return start ? start - now < hours * 3600_000 : hours >= 24 && dateOf(startsAt) === today;
}

/** Directions to an address, in the map app of the device or on the web. */
export const mapUrl = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.replaceAll('\n', ', '))}`;

/** The cancellation deadline in words: `Annuleren kan tot 24 uur van tevoren.` */
export function cancelText(say: Say, locale: Locale, hours: number): string {
  return hours === 0 ? say('cancelAlways') : say('cancelBefore', { time: aheadText(locale, hours) });
}

/** `24 uur`, `2 dagen` */
const aheadText = (locale: Locale, hours: number): string =>
  hours < 48 || hours % 24 ? timeText(locale, hours, 'hour') : timeText(locale, hours / 24, 'day');
