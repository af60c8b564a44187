import type { suspension as en } from '../en/suspension.ts';

export const suspension: typeof en = {
  isDeleted: 'Verwijderd',
  isSuspended: 'Opgeschort',
  restorableUntil: (date) => `Je kunt de locatie tot ${date} herstellen.`,
  suspended: 'Deze locatie is opgeschort.',
  suspendedMore:
    'Gasten kunnen niet online boeken. Tickets, annuleringen, lopende betalingen en de check-in blijven werken.',
  reasonIs: 'Reden van de beheerder van het platform:',
  resume: 'Opschorting beëindigen',
  resumed: 'De locatie is niet meer opgeschort.',
  ask: 'Opschorten…',
  title: (name) => `${name} opschorten?`,
  more: 'Gasten kunnen niet meer online boeken. Bestaande boekingen, tickets, annuleringen, lopende betalingen en de check-in blijven werken. De eigenaren krijgen een e-mail met de reden.',
  reason: 'Reden voor de eigenaren',
  reasonHint: 'Staat in het dashboard van de locatie en in de e-mail.',
  suspend: 'Locatie opschorten',
  done: (name) => `${name} is opgeschort.`,
  deleted: 'Deze locatie is verwijderd.',
  deletedMore: (date) =>
    `Gasten vinden de locatie niet meer. De gegevens kun je tot ${date} bekijken en exporteren. Daarna worden ze gewist, behalve facturen en betalingen.`,
  restoreMore: 'De beheerder van het platform kan de locatie tot dan herstellen.',
  restore: 'Locatie herstellen',
  restored: 'De locatie is met alle gegevens hersteld.',
  askToDelete: 'Verwijderen…',
  deleteTitle: (name) => `${name} verwijderen?`,
  deleteMore: (days) =>
    `Gasten vinden de locatie niet meer. De mensen van de locatie kunnen de gegevens bekijken en exporteren, maar niet wijzigen. Je kunt de locatie ${days} dagen lang herstellen. Daarna worden de gegevens definitief gewist, behalve facturen en betalingen. De eigenaren krijgen een e-mail met de datum.`,
  typeSlug: (slug) => `Typ ${slug} om te bevestigen`,
  wrongSlug: 'Dit is niet de slug van de locatie.',
  remove: 'Locatie verwijderen',
  removed: (name, date) => `${name} is verwijderd. Je kunt de locatie tot ${date} herstellen.`,
};
