import type { operator as en } from '../en/operator.ts';

export const operator: typeof en = {
  add: 'Neuer Betrieb',
  address: 'URL-Name',
  addressHint:
    'Für Links und das Widget. Kleinbuchstaben, Ziffern und Bindestriche. Sie können ihn später nicht ändern.',
  away: 'Nicht verfügbar',
  create: 'Betrieb anlegen',
  enter: 'Verwalten',
  events: 'Fehlgeschlagene Ereignisse',
  eventsEmpty: 'Keine fehlgeschlagenen Ereignisse.',
  eventsHint:
    'Beheben Sie die Ursache und wiederholen Sie dann jedes Ereignis. Das ist gefahrlos: Jedes Ereignis wird nur einmal angewendet.',
  language: 'Standardsprache für Gäste',
  live: 'Online',
  more: 'Mehr anzeigen',
  name: 'Name',
  noVenues: 'Noch keine Betriebe. Legen Sie den ersten an.',
  nothingFound:
    'Keine Betriebe gefunden. Versuchen Sie einen anderen Namen, URL-Namen oder eine andere Domain.',
  notLive: 'Noch nicht online',
  platform: 'Plattform',
  replay: 'Wiederholen',
  replayed: 'Ereignis angewendet.',
  search: 'Nach Name, URL-Name oder Domain suchen',
  services: 'Dienste',
  state: 'Status',
  timezone: 'Zeitzone',
  unknown: 'unbekannt',
  venue: 'Betrieb',
  venues: 'Betriebe',
  waiting: (count) => (count === 1 ? '1 fehlgeschlagenes Ereignis' : `${count} fehlgeschlagene Ereignisse`),
  well: 'Verfügbar',
};
