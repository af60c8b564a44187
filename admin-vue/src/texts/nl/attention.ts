import type { attention as en } from '../en/attention.ts';

export const attention: typeof en = {
  attention: 'Aandacht nodig',
  booking: (number: string) => `Boeking ${number}`,
  doneBy: (who: string) => `Afgehandeld door ${who}`,
  domains: 'Websites en domeinen',
  empty: 'Niets heeft je aandacht nodig.',
  emptyMore:
    'Hier verschijnen betalingen die niet kloppen, gasten met te veel boekingen en uitgestelde mails.',
  guests: 'Gasten',
  paymentSettings: 'Betaalinstellingen',
  resolve: 'Markeren als afgehandeld',
  resolved: 'Gemarkeerd als afgehandeld.',
  showResolved: 'Afgehandeld',
  showOpen: 'Openstaand',
  unknown: 'Iets heeft je aandacht nodig.',
};
