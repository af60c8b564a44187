import type { Texts } from '../../../locale.ts';

const en = {
  cancel_until_hours: 'Cancellation deadline (hours before the start)',
  cancel: (before: string) => `Guests can cancel until ${before}.`,
  change_until_hours: 'Change deadline (hours before the start)',
  change: (before: string) =>
    `Guests can change the time, party and extras until ${before}, as long as cancelling would give a full refund. If the new price is lower, the difference is refunded. If it is higher, they pay the rest at the venue.`,
  changeNever: 'Empty: guests can’t change their bookings themselves.',
  min_notice_minutes: 'Latest time to book (minutes before the start)',
  notice: (before: string) => `Guests can book until ${before}.`,
  max_advance_days: 'How far ahead guests can book (days)',
  horizon: (span: string) => `Guests can book up to ${span} in advance.`,
  anyDay: 'Empty: no limit.',
  hold_minutes: 'Payment deadline (minutes)',
  hold: (span: string) => `An unpaid booking holds its places for ${span}. Then they are released.`,
  quote_minutes: 'Price validity (minutes)',
  quote: (span: string) => `The price that a guest sees while booking is valid for ${span}.`,
  check_in_from_hours: 'Check-in opens (hours before the start)',
  checkIn: (before: string) => `Guests can be checked in from ${before}.`,
  start: 'the start',
  before: (span: string) => `${span} before the start`,
  retainMore:
    'A number of days after the visit, the guest’s name, e-mail address and answers are erased. Amounts and times are kept for your accounts.',
  retain_days: 'Keep guest details for (days after the visit)',
  retain: (span: string) => `The guest’s details are erased ${span} after the visit.`,
};

export const ruleTexts: Texts<typeof en> = {
  en,
  nl: {
    cancel_until_hours: 'Annuleren tot (uren voor het begin)',
    cancel: (before) => `Gasten kunnen annuleren tot ${before}.`,
    change_until_hours: 'Wijzigen tot (uren voor het begin)',
    change: (before) =>
      `Gasten kunnen tijd, aantal personen en extra’s wijzigen tot ${before}, zolang ze bij annuleren alles terugkrijgen. Wordt het goedkoper, dan krijgen ze het verschil terug. Wordt het duurder, dan betalen ze de rest op locatie.`,
    changeNever: 'Leeg: gasten kunnen hun boeking niet zelf wijzigen.',
    min_notice_minutes: 'Uiterlijk boeken (minuten voor het begin)',
    notice: (before) => `Gasten kunnen boeken tot ${before}.`,
    max_advance_days: 'Hoe ver vooruit gasten kunnen boeken (dagen)',
    horizon: (span) => `Gasten kunnen tot ${span} vooruit boeken.`,
    anyDay: 'Leeg: geen limiet.',
    hold_minutes: 'Betaaltermijn (minuten)',
    hold: (span) => `Een onbetaalde boeking houdt de plaatsen ${span} vast. Daarna komen ze weer vrij.`,
    quote_minutes: 'Geldigheid van de prijs (minuten)',
    quote: (span) => `De prijs die een gast bij het boeken ziet, is ${span} geldig.`,
    check_in_from_hours: 'Inchecken vanaf (uren voor het begin)',
    checkIn: (before) => `Gasten kunnen worden ingecheckt vanaf ${before}.`,
    start: 'het begin',
    before: (span) => `${span} voor het begin`,
    retainMore:
      'Een aantal dagen na het bezoek worden naam, e-mailadres en antwoorden van de gast gewist. Bedragen en tijden blijven staan voor je administratie.',
    retain_days: 'Bewaartermijn (dagen na het bezoek)',
    retain: (span) => `De gegevens van een gast worden ${span} na het bezoek gewist.`,
  },
};
