import type { operator as en } from '../en/operator.ts';

export const operator: typeof en = {
  add: 'Nouvel établissement',
  address: 'Nom d’URL',
  addressHint:
    'Utilisé dans les liens et par le widget. Minuscules, chiffres et traits d’union. Il n’est plus modifiable ensuite.',
  away: 'Indisponible',
  create: 'Créer l’établissement',
  enter: 'Gérer',
  events: 'Événements en échec',
  eventsEmpty: 'Aucun événement en échec.',
  eventsHint:
    'Corrigez la cause, puis relancez chaque événement. C’est sans risque : chaque événement n’est appliqué qu’une fois.',
  language: 'Langue par défaut des clients',
  live: 'En ligne',
  more: 'Afficher plus',
  name: 'Nom',
  noVenues: 'Pas encore d’établissement. Créez le premier.',
  nothingFound: 'Aucun établissement trouvé. Essayez un autre nom, nom d’URL ou domaine.',
  notLive: 'Pas encore en ligne',
  platform: 'Plateforme',
  replay: 'Relancer',
  replayed: 'Événement appliqué.',
  search: 'Rechercher par nom, nom d’URL ou domaine',
  services: 'Services',
  state: 'Statut',
  timezone: 'Fuseau horaire',
  unknown: 'inconnu',
  venue: 'Établissement',
  venues: 'Établissements',
  waiting: (count) => (count < 2 ? `${count} événement en échec` : `${count} événements en échec`),
  well: 'Disponible',
};
