import type { Texts } from '../nl/texts.ts';

/** German texts of prices and bookings. */
export const de: Texts = {
  labels: {
    when: 'Wann',
    people: 'Personen',
    addOns: 'Extras',
    amount: 'Betrag',
    payNow: 'Jetzt zu zahlen',
    payLater: 'Später, vor Ort',
    payLaterOnline: 'Später, online',
    payBy: 'Zu zahlen bis',
    number: 'Buchungsnummer',
    name: 'Name',
    phone: 'Telefon',
    email: 'E-Mail',
    terms: 'Geschäftsbedingungen',
    noInvoice:
      'Dies ist keine Rechnung. Wenn Sie eine Rechnung benötigen, wenden Sie sich bitte an den Anbieter.',
    oncePaidNever: 'Nach der Zahlung können Sie diese Buchung nicht mehr online stornieren.',
  },
  lines: {
    person: 'Pro Person',
    booking: 'Pro Buchung',
    party: (people) => (people === 1 ? '1 Person' : `${people} Personen`),
    more: 'Zusätzliche Person',
    minimum: 'Mindestbetrag',
  },
  credit: {
    correction: (invoice) => `Korrektur der Rechnung ${invoice}`,
    price: (invoice) => `Geänderter Preis der Rechnung ${invoice}`,
    refund: (invoice) => `Erstattung zur Rechnung ${invoice}`,
    cancelled: (invoice) => `Stornierung der Rechnung ${invoice}`,
  },
  cancellationFee: (facility) => `Stornogebühr ${facility}`,
  refund: {
    lead: 'Ihre Rückerstattung bei Stornierung:',
    line: (moment, what) => `bis ${moment}: ${what}`,
    all: 'voller Betrag',
    nothing: 'keine',
  },
  colon: ':',
  moment: (day, time) => `${day}, ${time}\u00a0Uhr`,
  times: (start, end) => `${start}–${end}\u00a0Uhr`,
  night: (day, next) => `in der Nacht von ${day} auf ${next}`,
  free: 'Kostenlos',
  vat: (percent) => `Inkl. ${percent} MwSt.`,
};
