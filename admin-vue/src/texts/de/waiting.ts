import type { waiting as en } from '../en/waiting.ts';

export const waiting: typeof en = {
  list: 'Warteliste',
  on: 'Gäste können sich auf eine Warteliste setzen, wenn eine Zeit oder ein Tag ausgebucht ist',
  minutes: 'Minuten für die Antwort auf ein Angebot',
  off: 'Es gibt keine Warteliste.',
  offers: (span) =>
    `Ein frei werdender Platz wird ${span} für den ersten passenden Gast gehalten, kurz vor Beginn kürzer.`,
  people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
  since: (moment) => `Seit ${moment}`,
  anyTime: 'Jede Zeit des Tages',
  status: { unconfirmed: 'Noch nicht bestätigt', waiting: 'Wartet', offered: 'Hat ein Angebot' },
  until: (time) => `Angebot bis ${time}`,
  untilAt: (time, slot) => `Angebot für ${slot}, bis ${time}`,
  passed: {
    places_short: 'Übersprungen: zu wenige Plätze.',
    add_on_gone: 'Übersprungen: ein Extra ist ausverkauft.',
    party_not_allowed: 'Übersprungen: Eine solche Gruppe ist hier nicht mehr möglich.',
    offer_open: 'Übersprungen: hat ein anderes offenes Angebot.',
  },
  offer: 'Jetzt anbieten',
  offerTo: (name) => `Jetzt anbieten: ${name}`,
  offered: (name) => `${name} erhält das Angebot per E-Mail.`,
  remove: 'Entfernen',
  removeOf: (name) => `Entfernen: ${name}`,
  removeTitle: (name) => `${name} von der Warteliste entfernen?`,
  removeMore:
    'Ein offenes Angebot endet, und die Plätze gehen an den nächsten Gast. Der Gast erhält keine E-Mail.',
  removed: (name) => `${name} steht nicht mehr auf der Warteliste.`,
  more: 'Hier stehen nur die ersten 100 Gäste.',
};
