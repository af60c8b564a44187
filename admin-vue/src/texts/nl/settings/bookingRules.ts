import type { bookingRules as en } from '../../en/settings/bookingRules.ts';

export const bookingRules: typeof en = {
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
};
