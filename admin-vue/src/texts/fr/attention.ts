import type { attention as en } from '../en/attention.ts';

export const attention: typeof en = {
  attention: 'À traiter',
  booking: (number) => `Réservation ${number}`,
  doneBy: (who) => `Traité par ${who}`,
  domains: 'Sites et domaines',
  empty: 'Rien à traiter.',
  emptyMore:
    'Les paiements qui ne concordent pas, les clients avec trop de réservations et les e-mails différés apparaissent ici.',
  guests: 'Clients',
  paymentSettings: 'Réglages de paiement',
  resolve: 'Marquer comme traité',
  resolved: 'Marqué comme traité.',
  showResolved: 'Traité',
  showOpen: 'À traiter',
  unknown: 'Un point demande votre attention.',
};
