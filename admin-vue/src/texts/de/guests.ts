import type { guests as en } from '../en/guests.ts';

export const guests: typeof en = {
  title: 'Gästekarte',
  noVisit: 'Erster Besuch',
  visits: (count) => (count === 1 ? '1 Besuch' : `${count} Besuche`),
  last: (date) => `zuletzt am ${date}`,
  next: (moment) => `Nächster Besuch: ${moment}`,
  all: (bookings) => `Alle ${bookings} Buchungen`,
  about: 'Über diesen Gast',
  aboutMore: 'Gilt für alle Besuche. Der Gast sieht es nie, und es wird mit dem Gast gelöscht.',
  tags: 'Schlagwörter',
  tagsMore: 'Durch Kommas getrennt, zum Beispiel: Stammgast, Rollstuhl',
  save: 'Gast speichern',
  saved: 'Gast gespeichert.',
  known: (count) => (count === 1 ? '1 bekannter Gast.' : `${count} bekannte Gäste.`),
  knownGuests: 'Bekannte Gäste',
  same: 'Derselbe Gast wie…',
  sameMore:
    'Eine andere E-Mail-Adresse oder Telefonnummer dieses Gasts. Geben Sie Name, Adresse oder Nummer ein.',
  also: (contact) => `Auch: ${contact}`,
  separate: 'Trennen',
  merged: 'Gäste zusammengeführt.',
  separated: 'Gäste getrennt.',
};
