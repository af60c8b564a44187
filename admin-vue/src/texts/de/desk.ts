import type { desk as en } from '../en/desk.ts';

export const desk: typeof en = {
  next: 'Nächste Gäste',
  list: 'Gäste des Tages',
  listView: 'Liste',
  expected: 'Kommen noch',
  lateOf: (people) => `${people} verspätet`,
  inside: 'Im Haus',
  free: 'Freie Plätze',
  toPay: 'Zu zahlen',
  late: 'Verspätet',
  over: (bookings) => (bookings === 1 ? '1 Buchung ist vorbei' : `${bookings} Buchungen sind vorbei`),
  owing: (bookings) =>
    bookings === 1
      ? '1 Buchung ist vorbei und noch zu zahlen'
      : `${bookings} Buchungen sind vorbei und noch zu zahlen`,
  nobodyDue: 'Es wird niemand mehr erwartet.',
  moreDue: (bookings) => `Und ${bookings} weitere: siehe Liste.`,
  part: 'Teil der Gruppe…',
  partTitle: (name) => `Wie viele aus der Gruppe von ${name} sind da?`,
  partMore: 'Alle, die bisher da sind. Kommen weitere, speichern Sie die neue Zahl.',
  restCame: 'Der Rest ist da',
  cameOf: (came, people) => `${came} von ${people} sind da`,
  newBooking: 'Neue Buchung',
  search: 'Buchung suchen',
  searchHint: 'Name, E-Mail, Telefon oder Buchungsnummer',
  searching: 'Suche läuft…',
  found: (bookings) =>
    bookings === 0
      ? 'Nichts gefunden.'
      : bookings === 1
        ? '1 Buchung gefunden.'
        : `${bookings} Buchungen gefunden.`,
  otherTime: 'Andere Zeit',
  toTimes: 'Zeiten anzeigen',
  timesFound: (times) => (times === 1 ? '1 freie Zeit.' : `${times} freie Zeiten.`),
  noTimes: (people) =>
    `Keine freie Zeit für ${people === 1 ? '1 Person' : `${people} Personen`} an diesem Tag.`,
  nextDay: 'Nächster Tag',
  ownTime: 'Andere Zeit oder Dauer…',
  ownTimeHint:
    'Jede Zeit innerhalb der Öffnungszeiten, in Schritten von 5 Minuten. Zeitfenster, die sich damit überschneiden, können andere nicht buchen.',
  start: 'Beginn',
  length: 'Dauer in Minuten',
  price: 'Preis',
  priceHint: 'Leer: wie für ein Zeitfenster.',
  keepsPrice: 'Leer: der vereinbarte Preis.',
  toGuest: 'Weiter',
  bookHere: 'Buchen und einchecken',
  shortcuts: 'Tastenkürzel: / und n',
};
