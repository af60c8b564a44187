import type { bookingRules as en } from '../../en/settings/bookingRules.ts';

export const bookingRules: typeof en = {
  cancel_until_hours: 'Stornofrist (Stunden vor Beginn)',
  cancel: (before) => `Gäste können stornieren bis ${before}.`,
  change_until_hours: 'Änderungsfrist (Stunden vor Beginn)',
  change: (before) =>
    `Gäste können Zeit, Gruppe und Extras ändern bis ${before}, solange eine Stornierung voll erstattet würde. Ist der neue Preis niedriger, wird die Differenz erstattet. Ist er höher, zahlen sie den Rest vor Ort.`,
  changeNever: 'Leer: Gäste können ihre Buchungen nicht selbst ändern.',
  min_notice_minutes: 'Späteste Buchung (Minuten vor Beginn)',
  notice: (before) => `Gäste können buchen bis ${before}.`,
  max_advance_days: 'Wie weit im Voraus Gäste buchen können (Tage)',
  horizon: (span) => `Gäste können maximal ${span} im Voraus buchen.`,
  anyDay: 'Leer: keine Grenze.',
  hold_minutes: 'Zahlungsfrist (Minuten)',
  hold: (span) => `Unbezahlte Buchungen halten ihre Plätze: ${span}. Danach werden sie frei.`,
  quote_minutes: 'Gültigkeit des Preises (Minuten)',
  quote: (span) => `So lange gilt der Preis, den ein Gast beim Buchen sieht: ${span}.`,
  check_in_from_hours: 'Check-in öffnet (Stunden vor Beginn)',
  checkIn: (before) => `Gäste können einchecken ab ${before}.`,
  start: 'Beginn',
  before: (span) => `${span} vor Beginn`,
  retainMore:
    'Einige Tage nach dem Besuch werden Name, E-Mail-Adresse und Antworten des Gastes gelöscht. Beträge und Zeiten bleiben für Ihre Buchhaltung erhalten.',
  retain_days: 'Gästedaten aufbewahren (Tage nach dem Besuch)',
  retain: (span) => `Löschung der Gästedaten nach dem Besuch: ${span}.`,
};
