import type { desk as en } from '../en/desk.ts';

export const desk: typeof en = {
  next: 'Prochaines arrivées',
  list: 'Clients du jour',
  listView: 'Liste',
  expected: 'Attendus',
  lateOf: (people) => `${people} en retard`,
  inside: 'Sur place',
  free: 'Places libres',
  toPay: 'À payer',
  late: 'En retard',
  over: (bookings) =>
    bookings === 1 ? '1 réservation est terminée' : `${bookings} réservations sont terminées`,
  owing: (bookings) =>
    bookings === 1
      ? '1 réservation terminée reste à payer'
      : `${bookings} réservations terminées restent à payer`,
  nobodyDue: 'Plus personne n’est attendu.',
  moreDue: (bookings) => `Et ${bookings} de plus : voir la liste.`,
  part: 'Une partie du groupe…',
  partTitle: (name) => `Combien de personnes du groupe de ${name} sont arrivées ?`,
  partMore: 'Toutes celles arrivées jusqu’ici. Si d’autres arrivent, enregistrez le nouveau nombre.',
  restCame: 'Le reste est arrivé',
  cameOf: (came, people) => `${came} sur ${people} arrivés`,
  newBooking: 'Nouvelle réservation',
  search: 'Chercher une réservation',
  searchHint: 'Nom, e-mail, téléphone ou numéro de réservation',
  searching: 'Recherche…',
  found: (bookings) =>
    bookings === 0
      ? 'Aucun résultat.'
      : bookings === 1
        ? '1 réservation trouvée.'
        : `${bookings} réservations trouvées.`,
  otherTime: 'Autre horaire',
  toTimes: 'Afficher les horaires',
  timesFound: (times) => (times < 2 ? `${times} horaire libre.` : `${times} horaires libres.`),
  noTimes: (people) =>
    `Aucun horaire libre pour ${people === 1 ? '1 personne' : `${people} personnes`} ce jour-là.`,
  nextDay: 'Jour suivant',
  ownTime: 'Autre horaire ou durée…',
  ownTimeHint:
    'Tout horaire pendant les heures d’ouverture, par pas de 5 minutes. Les créneaux qui le chevauchent ne sont plus réservables.',
  start: 'Début',
  length: 'Durée en minutes',
  price: 'Prix',
  priceHint: 'Vide : comme pour un créneau.',
  keepsPrice: 'Vide : le prix convenu.',
  toGuest: 'Continuer',
  bookHere: 'Réserver et enregistrer l’arrivée',
  shortcuts: 'Raccourcis clavier : / et n',
};
