import type { desk as en } from '../en/desk.ts';

export const desk: typeof en = {
  next: 'Volgende gasten',
  list: 'Gasten van de dag',
  listView: 'Lijst',
  expected: 'Komen nog',
  lateOf: (people) => `${people} te laat`,
  inside: 'In huis',
  free: 'Plaatsen vrij',
  toPay: 'Te betalen',
  late: 'Te laat',
  over: (bookings) => (bookings === 1 ? '1 boeking is voorbij' : `${bookings} boekingen zijn voorbij`),
  owing: (bookings) =>
    bookings === 1
      ? '1 boeking is voorbij en nog te betalen'
      : `${bookings} boekingen zijn voorbij en nog te betalen`,
  nobodyDue: 'Er wordt niemand meer verwacht.',
  moreDue: (bookings) => `En nog ${bookings}: zie de lijst.`,
  part: 'Deel van de groep…',
  partTitle: (name) => `Hoeveel mensen van de groep van ${name} zijn er?`,
  partMore: 'Iedereen die er tot nu toe is. Komen er meer, sla dan het nieuwe aantal op.',
  restCame: 'De rest is er',
  cameOf: (came, people) => `${came} van ${people} zijn er`,
  newBooking: 'Nieuwe boeking',
  search: 'Boeking zoeken',
  searchHint: 'Naam, e-mail, telefoon of boekingsnummer',
  searching: 'Zoeken…',
  found: (bookings) =>
    bookings === 0
      ? 'Niets gevonden.'
      : bookings === 1
        ? '1 boeking gevonden.'
        : `${bookings} boekingen gevonden.`,
  otherTime: 'Andere tijd',
  toTimes: 'Tijden tonen',
  timesFound: (times) => (times === 1 ? '1 vrije tijd.' : `${times} vrije tijden.`),
  noTimes: (people) =>
    `Geen vrije tijd voor ${people === 1 ? '1 persoon' : `${people} personen`} op deze dag.`,
  nextDay: 'Volgende dag',
  ownTime: 'Andere tijd of duur…',
  ownTimeHint:
    'Elke tijd binnen de openingstijden, in stappen van 5 minuten. Tijdsloten die ermee overlappen, kunnen anderen niet boeken.',
  start: 'Begin',
  length: 'Duur in minuten',
  price: 'Prijs',
  priceHint: 'Leeg: als voor een tijdslot.',
  keepsPrice: 'Leeg: de afgesproken prijs.',
  toGuest: 'Verder',
  bookHere: 'Boeken en inchecken',
  shortcuts: 'Sneltoetsen: / en n',
};
