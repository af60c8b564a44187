import type { Texts } from '../../locale.ts';

const en = {
  cancel_until_hours: 'Cancelling: hours before the start',
  cancel: (before: string) => `Guests can cancel until ${before}.`,
  change_until_hours: 'Changing: hours before the start',
  change: (before: string) =>
    `Guests can change time, party and extras until ${before}, while cancelling would give all back. What becomes cheaper is refunded; what becomes more expensive is paid at the venue.`,
  changeNever: 'Empty: guests can’t change their bookings.',
  min_notice_minutes: 'Notice: minutes before the start',
  notice: (before: string) => `A time can be booked until ${before}.`,
  max_advance_days: 'Looking ahead: days',
  horizon: (span: string) => `A time can be booked from ${span} before it.`,
  anyDay: 'Empty: a time can be booked however far ahead it is.',
  hold_minutes: 'Paying: minutes',
  hold: (span: string) => `An unpaid booking keeps its places for ${span}. Then they are free again.`,
  quote_minutes: 'Prices: minutes',
  quote: (span: string) => `The price that a guest is told while booking holds for ${span}.`,
  check_in_from_hours: 'Checking in: hours before the start',
  checkIn: (before: string) => `Guests are checked in from ${before}.`,
  start: 'the start',
  before: (span: string) => `${span} before the start`,
  retainMore:
    'Some time after a visit, name, e-mail address and answers of the guest are erased. Amounts and times stay, for your books.',
  retain_days: 'Days after the visit',
  retain: (span: string) => `The guest’s details are erased ${span} after the visit.`,
};

export const ruleTexts: Texts<typeof en> = {
  en,
  nl: {
    cancel_until_hours: 'Annuleren: uren voor het begin',
    cancel: (before) => `Gasten kunnen annuleren tot ${before}.`,
    change_until_hours: 'Wijzigen: uren voor het begin',
    change: (before) =>
      `Gasten kunnen tijd, aantal personen en extra’s wijzigen tot ${before}, zolang ze bij annuleren alles terug zouden krijgen. Wordt het goedkoper, dan gaat het verschil terug; wordt het duurder, dan betalen ze de rest bij jou.`,
    changeNever: 'Leeg: gasten kunnen hun boeking niet zelf wijzigen.',
    min_notice_minutes: 'Op tijd boeken: minuten voor het begin',
    notice: (before) => `Gasten kunnen een tijd boeken tot ${before}.`,
    max_advance_days: 'Vooruit boeken: dagen',
    horizon: (span) => `Gasten kunnen een tijd boeken vanaf ${span} van tevoren.`,
    anyDay: 'Leeg: gasten kunnen zo ver vooruit boeken als ze willen.',
    hold_minutes: 'Betalen: minuten',
    hold: (span) =>
      `De plaatsen van een onbetaalde boeking blijven ${span} vastgehouden. Daarna zijn ze weer vrij.`,
    quote_minutes: 'Prijzen: minuten',
    quote: (span) => `De prijs die een gast bij het boeken ziet, geldt ${span}.`,
    check_in_from_hours: 'Inchecken: uren voor het begin',
    checkIn: (before) => `Gasten worden ingecheckt vanaf ${before}.`,
    start: 'het begin',
    before: (span) => `${span} voor het begin`,
    retainMore:
      'Een tijd na het bezoek worden naam, e-mailadres en antwoorden van de gast gewist. Bedragen en tijden blijven staan, voor je administratie.',
    retain_days: 'Dagen na het bezoek',
    retain: (span) => `De gegevens van een gast worden ${span} na het bezoek gewist.`,
  },
};
