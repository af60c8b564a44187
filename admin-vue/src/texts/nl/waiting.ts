import type { waiting as en } from '../en/waiting.ts';

export const waiting: typeof en = {
  list: 'Wachtlijst',
  on: 'Gasten kunnen op een wachtlijst als een tijd of dag vol is',
  minutes: 'Minuten om op een aanbod te reageren',
  off: 'Er is geen wachtlijst.',
  offers: (span) =>
    `Een plaats die vrijkomt, blijft ${span} vast voor de eerste gast die past, korter vlak voor het begin.`,
  people: (count) => (count === 1 ? '1 persoon' : `${count} personen`),
  since: (moment) => `Sinds ${moment}`,
  anyTime: 'Elke tijd van de dag',
  status: { unconfirmed: 'Nog niet bevestigd', waiting: 'Wacht', offered: 'Heeft een aanbod' },
  until: (time) => `Aanbod tot ${time}`,
  untilAt: (time, slot) => `Aanbod van ${slot}, tot ${time}`,
  passed: {
    places_short: 'Overgeslagen: te weinig plaatsen.',
    add_on_gone: 'Overgeslagen: een extra is uitverkocht.',
    party_not_allowed: 'Overgeslagen: de faciliteit neemt zo’n groep niet meer.',
    offer_open: 'Overgeslagen: heeft al een ander aanbod.',
  },
  offer: 'Nu aanbieden',
  offerTo: (name) => `Nu aanbieden: ${name}`,
  offered: (name) => `${name} krijgt het aanbod per mail.`,
  remove: 'Verwijderen',
  removeOf: (name) => `Verwijderen: ${name}`,
  removeTitle: (name) => `${name} van de wachtlijst halen?`,
  removeMore: 'Een open aanbod vervalt en de plaatsen gaan naar de volgende gast. De gast krijgt geen mail.',
  removed: (name) => `${name} staat niet meer op de wachtlijst.`,
  more: 'Alleen de eerste 100 gasten staan hier.',
};
