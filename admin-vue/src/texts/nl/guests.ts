import type { guests as en } from '../en/guests.ts';

export const guests: typeof en = {
  title: 'Gastkaart',
  noVisit: 'Eerste bezoek',
  visits: (count) => (count === 1 ? '1 bezoek' : `${count} bezoeken`),
  last: (date) => `laatst op ${date}`,
  next: (moment) => `Volgend bezoek: ${moment}`,
  all: (bookings) => `Alle ${bookings} boekingen`,
  about: 'Over deze gast',
  aboutMore: 'Geldt voor alle bezoeken. De gast ziet dit nooit, en het wordt met de gast gewist.',
  tags: 'Labels',
  tagsMore: 'Met komma’s ertussen, zoals: vaste gast, rolstoel',
  save: 'Gast opslaan',
  saved: 'Gast opgeslagen.',
  known: (count) => (count === 1 ? '1 bekende gast.' : `${count} bekende gasten.`),
  knownGuests: 'Bekende gasten',
  same: 'Dezelfde gast als…',
  sameMore: 'Een ander e-mailadres of telefoonnummer van deze gast. Typ een naam, adres of nummer.',
  also: (contact) => `Ook: ${contact}`,
  separate: 'Losmaken',
  merged: 'Gasten samengevoegd.',
  separated: 'Gasten losgemaakt.',
};
