import type { Locale } from '@venue-booking/proto/primitives';

/** A translated detail; `said` is the payment provider's own message, in English. */
export type Detail = { text: string; said?: string };
type Words = Record<Locale, string>;

const say = (pattern: RegExp, en: string, nl: string): [RegExp, Words] => [pattern, { en, nl }];

/**
 * Details that the services write, with their translations. The first pattern that matches wins. `$1` is its
 * first group, `€1` that group as an amount, and the group `said` is quoted unchanged.
 */
const details: readonly [RegExp, Words][] = [
  say(
    /^([\d.]+) EUR can not be given back yet: (?<said>.+)$/s,
    '€1 can’t be refunded yet:',
    '€1 kan nog niet worden terugbetaald:',
  ),
  say(
    /^([\d.]+) EUR could not be given back: (?<said>.+)$/s,
    '€1 could not be refunded:',
    '€1 kon niet worden terugbetaald:',
  ),
  say(
    /^([\d.]+) EUR were given back at the provider, not by us \((.+)\)$/,
    '€1 was refunded at the provider ($2).',
    'Bij de provider is €1 terugbetaald ($2).',
  ),
  say(
    /^the payer's bank returned ([\d.]+) EUR of (\S+): refund it if the booking is cancelled$/,
    'The payer’s bank reversed a chargeback of €1 (payment $2). Refund it if the booking is cancelled.',
    'De bank van de betaler maakte een terugboeking van €1 ongedaan (betaling $2). Betaal het bedrag terug als de boeking is geannuleerd.',
  ),
  say(
    /^the payer's bank took back ([\d.]+) EUR of (\S+)$/,
    'The payer’s bank charged back €1 (payment $2).',
    'De bank van de betaler boekte €1 terug (betaling $2).',
  ),
  say(
    /^the provider does not take this payment: (?<said>.+)$/s,
    'The provider rejected this payment:',
    'De provider weigerde deze betaling:',
  ),
  say(
    /^the provider speaks of (\S+) instead of (\S+)$/,
    'The provider reported payment $1 instead of $2.',
    'De provider meldde betaling $1 in plaats van $2.',
  ),
  say(
    /^(\S+) is noted for nothing of ours instead of (\S+)$/,
    'At the provider, payment $1 does not belong to this booking ($2).',
    'Betaling $1 hoort bij de provider niet bij deze boeking ($2).',
  ),
  say(
    /^(\S+) is noted for (\S+) instead of (\S+)$/,
    'At the provider, payment $1 belongs to $2 instead of $3.',
    'Betaling $1 hoort bij de provider bij $2 in plaats van bij $3.',
  ),
  say(
    /^(\S+) is over ([\d.]+) EUR instead of ([\d.]+) EUR$/,
    'Payment $1 is for €2 instead of €3.',
    'Betaling $1 is €2 in plaats van €3.',
  ),
  say(
    /^(\S+) is over ([\d.]+ \w+) instead of ([\d.]+) EUR$/,
    'Payment $1 is for $2 instead of €3.',
    'Betaling $1 is $2 in plaats van €3.',
  ),
  say(
    /^(\S+) is in test mode instead of live mode$/,
    'Payment $1 was made in test mode, so no money was received.',
    'Betaling $1 is in de testmodus gedaan, dus er is geen geld ontvangen.',
  ),
  say(
    /^(\S+) is in live mode instead of test mode$/,
    'Payment $1 was made with real money, not in test mode.',
    'Betaling $1 is met echt geld gedaan, niet in de testmodus.',
  ),
  say(
    /^a webhook in test mode came for this payment$/,
    'The notification was for test mode, but the payment was made with real money.',
    'De melding was voor de testmodus, maar de betaling is met echt geld gedaan.',
  ),
  say(
    /^a webhook in live mode came for this payment$/,
    'The notification was for real money, but the payment was made in test mode.',
    'De melding was voor echt geld, maar de betaling is in de testmodus gedaan.',
  ),
  say(
    /^a webhook for another payment came to the address of this one$/,
    'The notification was for another payment.',
    'De melding ging over een andere betaling.',
  ),
  say(
    /^(\S+) is no longer served: its DNS record is missing$/,
    'Guests can no longer book at $1. It works again as soon as the record is back.',
    'Gasten kunnen niet meer boeken op $1. Dat werkt weer zodra het record terug is.',
  ),
  say(
    /^the DNS record of (\S+) is missing$/,
    'The DNS record of $1 has disappeared.',
    'Het DNS-record van $1 is verdwenen.',
  ),
  say(
    /^One .+ has (\d+) free bookings to come and (\d+) unpaid ones, by (\d+) e-mail address(?:es)?$/,
    'Upcoming bookings without online payment: $1. Unpaid bookings: $2. E-mail addresses: $3.',
    'Komende boekingen zonder online betaling: $1. Onbetaalde boekingen: $2. E-mailadressen: $3.',
  ),
  say(
    /^Mails that wait until the venue may mail more people: (\d+)$/,
    'Delayed e-mails: $1.',
    'Uitgestelde mails: $1.',
  ),
];

/**
 * Translates the detail of an entry. A detail without a translation is returned as `said`.
 * @param euro formats an amount in euro
 */
export function detailIn(detail: string, language: Locale, euro: (amount: number) => string): Detail {
  for (const [pattern, words] of details) {
    const found = pattern.exec(detail);
    if (!found) continue;
    const text = words[language].replace(/([$€])(\d)/g, (_, sign, at) =>
      sign === '€' ? euro(Number(found[at])) : (found[at] ?? ''),
    );
    return { text, ...(found.groups?.said && { said: found.groups.said }) };
  }
  return { text: '', said: detail };
}
