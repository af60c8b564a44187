import type { Texts } from '../../texts/en.ts';

/** A translated detail; `said` is the payment provider's own message, in English. */
export type Detail = { text: string; said?: string };
type DetailTexts = Texts['attentionDetails'];

/**
 * Details that the services write, with the text of each in `texts/<language>/attentionDetails.ts`. The first
 * pattern that matches wins. The group `said` is quoted unchanged.
 */
const patterns: readonly [RegExp, keyof DetailTexts][] = [
  [/^([\d.]+) EUR can not be given back yet: (?<said>.+)$/s, 'refundDelayed'],
  [/^([\d.]+) EUR could not be given back: (?<said>.+)$/s, 'refundFailed'],
  [/^([\d.]+) EUR were given back at the provider, not by us \((.+)\)$/, 'refundElsewhere'],
  [
    /^the payer's bank returned ([\d.]+) EUR of (\S+): refund it if the booking is cancelled$/,
    'chargebackReversed',
  ],
  [/^the payer's bank took back ([\d.]+) EUR of (\S+)$/, 'chargeback'],
  [/^the provider does not take this payment: (?<said>.+)$/s, 'rejected'],
  [/^(.+?) does not accept the account: (?<said>.+)$/s, 'accountRefused'],
  [/^the pasted access token expires: connect the account instead$/, 'tokenExpires'],
  [/^the provider speaks of (\S+) instead of (\S+)$/, 'otherPayment'],
  [/^(\S+) is noted for nothing of ours instead of (\S+)$/, 'unknownReference'],
  [/^(\S+) is noted for (\S+) instead of (\S+)$/, 'otherReference'],
  [/^(\S+) is over ([\d.]+) EUR instead of ([\d.]+) EUR$/, 'otherAmount'],
  [/^(\S+) is over ([\d.]+ \w+) instead of ([\d.]+) EUR$/, 'otherCurrency'],
  [/^(\S+) is in test mode instead of live mode$/, 'wasTest'],
  [/^(\S+) is in live mode instead of test mode$/, 'wasLive'],
  [/^a webhook in test mode came for this payment$/, 'webhookTest'],
  [/^a webhook in live mode came for this payment$/, 'webhookLive'],
  [/^a webhook for another payment came to the address of this one$/, 'webhookOther'],
  [/^guests now pay to the account (\S+) at (.+), which (.+) connected$/, 'accountLinked'],
  [/^(.+) takes no payments for the account (\S+): (?<said>.+)$/s, 'accountNoPayments'],
  [/^(.+) pays nothing out to the account (\S+): (?<said>.+)$/s, 'accountNoPayouts'],
  [/^the account (\S+) was disconnected at (.+)$/, 'accountDisconnected'],
  [/^(\S+) is no longer served: its DNS record is missing$/, 'domainDown'],
  [/^the DNS record of (\S+) is missing$/, 'domainMissing'],
  [
    /^One .+ has (\d+) free bookings to come and (\d+) unpaid ones, by (\d+) e-mail address(?:es)?$/,
    'manyBookings',
  ],
  [/^facilities: (\d+) of (\d+) of the plan/, 'planFacilities'],
  [/^people: (\d+) of (\d+) of the plan/, 'planPeople'],
  [/^domains: (\d+) of (\d+) of the plan/, 'planDomains'],
  [/^languages: (\d+) of (\d+) of the plan/, 'planLanguages'],
  [/^bookings_per_month: (\d+) of (\d+) of the plan/, 'planBookingsPerMonth'],
  [/^bookings_per_day: (\d+) of (\d+) of the plan/, 'planBookingsPerDay'],
  [/^Mails that wait until the venue may mail more people: (\d+)$/, 'mailsDelayed'],
];

/**
 * Translates the detail of an entry. A detail without a translation is returned as `said`.
 * @param euro formats an amount in euro
 */
export function detailIn(detail: string, t: DetailTexts, euro: (amount: number) => string): Detail {
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(detail);
    if (!found) continue;
    const text = t[key].replace(/([$€])(\d)/g, (_, sign, at) =>
      sign === '€' ? euro(Number(found[at])) : (found[at] ?? ''),
    );
    return { text, ...(found.groups?.said && { said: found.groups.said }) };
  }
  return { text: '', said: detail };
}
