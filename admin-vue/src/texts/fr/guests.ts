import type { guests as en } from '../en/guests.ts';

export const guests: typeof en = {
  title: 'Fiche client',
  noVisit: 'Première visite',
  visits: (count) => (count === 1 ? '1 visite' : `${count} visites`),
  last: (date) => `dernière le ${date}`,
  next: (moment) => `Prochaine visite : ${moment}`,
  all: (bookings) => `Les ${bookings} réservations`,
  about: 'À propos de ce client',
  aboutMore: 'Pour toutes ses visites. Le client ne le voit jamais, et tout est effacé avec lui.',
  tags: 'Étiquettes',
  tagsMore: 'Séparées par des virgules, par exemple : habitué, fauteuil roulant',
  save: 'Enregistrer le client',
  saved: 'Client enregistré.',
  known: (count) => (count === 1 ? '1 client connu.' : `${count} clients connus.`),
  knownGuests: 'Clients connus',
  same: 'Même client que…',
  sameMore: 'Une autre adresse ou un autre numéro de ce client. Saisissez un nom, une adresse ou un numéro.',
  also: (contact) => `Aussi : ${contact}`,
  separate: 'Séparer',
  merged: 'Clients fusionnés.',
  separated: 'Clients séparés.',
};
