import type { visitMail as en } from '../../en/settings/visitMail.ts';

export const visitMail: typeof en = {
  around: 'Vor und nach dem Besuch',
  reminder: 'Erinnerung',
  reminderHours: 'Erinnerung vor dem Besuch, in Stunden',
  reminderOn: (span) =>
    `Gäste erhalten ${span} vor ihrem Besuch eine E-Mail, nie zwischen 21:00 und 08:00 Uhr. Wer später bucht, erhält keine.`,
  reminderOff: 'Gäste erhalten keine Erinnerung.',
  info: 'Anfahrt und was Gäste mitbringen',
  infoHint: 'Steht in der Erinnerung, unter den Buchungsdaten. Eine leere Zeile beginnt einen neuen Absatz.',
  facilityInfoHint: 'Steht in der Erinnerung, nach dem Text Ihres Betriebs.',
  followUpHours: 'E-Mail nach dem Besuch, in Stunden',
  followUpOn: (span) =>
    `Gäste erhalten ${span} nach ihrem Besuch eine E-Mail, nie zwischen 21:00 und 08:00 Uhr. Wer nicht kam, erhält keine.`,
  followUpOff: 'Gäste erhalten nach ihrem Besuch keine E-Mail.',
  review: 'Seite für Bewertungen',
  reviewHint:
    'Die E-Mail nach dem Besuch hat eine Schaltfläche, die dorthin führt. Leer: keine Schaltfläche.',
  asVenue: 'Wie im Betrieb',
  asVenueHint: 'Leer: wie im Betrieb. 0: keine Erinnerung.',
  sms: 'SMS an Gäste',
  smsAlso:
    'Zusätzlich zur E-Mail, an Gäste mit Telefonnummer. Weisen Sie bei dieser Frage darauf hin, dass Sie SMS senden. Zwischen 21:00 und 08:00 Uhr wird keine gesendet.',
  smsReminders: 'Erinnerung vor dem Besuch',
  smsOffers: 'Angebote der Warteliste',
  smsCountryCode: 'Landesvorwahl Ihres Betriebs',
  smsCountryCodeHint: 'Zum Beispiel 49 für Deutschland. Ohne Vorwahl erhalten nur Nummern mit + eine SMS.',
  smsToday: (sent, most) => `${sent} von höchstens ${most} SMS in 24 Stunden.`,
};
