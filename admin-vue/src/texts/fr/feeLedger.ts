import type { Texts } from '../en.ts';

export const feeLedger: Texts['feeLedger'] = {
  fees: 'Commissions de la plateforme',
  feesMore:
    'Ce que la plateforme a prélevé sur les paiements en ligne, et ce qu’il en est après remboursements et rejets bancaires.',
  from: 'De',
  to: 'À',
  filter: 'Rechercher un établissement',
  charged: 'Prélevé',
  returned: 'Restitué aux établissements',
  owed: 'Dû aux établissements',
  owedMore:
    'Non restitué par le prestataire. Vous avez choisi de le prendre à votre charge : versez-le à l’établissement.',
  notReturned: 'Non restitué',
  notReturnedMore: 'Non restitué par le prestataire. L’établissement le supporte.',
  kept: 'Conservé',
  keptMore: 'Prélevé, moins ce qui a été restitué et ce que vous devez.',
  venue: 'Établissement',
  month: 'Mois',
  payments: 'Paiements',
  testMode: 'Mode test',
  testMore: 'Les paiements en mode test ne comptent pas dans les totaux ci-dessus.',
  empty:
    'Aucun paiement en ligne pendant ces mois. Les commissions apparaissent ici dès que des clients paient en ligne.',
  nothingFound: 'Aucun établissement trouvé. Essayez un autre nom.',
  more: 'Afficher plus',
  shown: (shown, all) => `${shown} lignes sur ${all}`,
  csvTotals: 'Exporter les totaux (CSV)',
  csvLines: 'Exporter toutes les lignes (CSV)',
  wrongRange: 'Choisissez 13 mois au plus, le premier avant le dernier.',
};
