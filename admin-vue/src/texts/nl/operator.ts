import type { operator as en } from '../en/operator.ts';

export const operator: typeof en = {
  add: 'Nieuwe locatie',
  address: 'URL-naam',
  addressHint:
    'Staat in links en in de widget. Kleine letters, cijfers en streepjes. Later niet te wijzigen.',
  away: 'Niet bereikbaar',
  create: 'Locatie aanmaken',
  enter: 'Beheren',
  events: 'Mislukte gebeurtenissen',
  eventsEmpty: 'Geen mislukte gebeurtenissen.',
  eventsHint:
    'Los de oorzaak op en probeer elke gebeurtenis opnieuw. Dat is veilig: elke gebeurtenis wordt één keer verwerkt.',
  language: 'Standaardtaal voor gasten',
  live: 'Online',
  more: 'Meer tonen',
  name: 'Naam',
  noVenues: 'Nog geen locaties. Maak de eerste aan.',
  nothingFound: 'Geen locaties gevonden. Probeer een andere naam, URL-naam of domein.',
  notLive: 'Nog niet online',
  platform: 'Platform',
  replay: 'Opnieuw proberen',
  replayed: 'Gebeurtenis verwerkt.',
  search: 'Zoek op naam, URL-naam of domein',
  services: 'Diensten',
  state: 'Status',
  timezone: 'Tijdzone',
  unknown: 'onbekend',
  venue: 'Locatie',
  venues: 'Locaties',
  waiting: (count: number) => (count === 1 ? '1 mislukte gebeurtenis' : `${count} mislukte gebeurtenissen`),
  well: 'Bereikbaar',
};
