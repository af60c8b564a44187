import type { refundTiers as en } from '../../en/settings/refundTiers.ts';

export const refundTiers: typeof en = {
  legend: 'Remboursement quand un client annule',
  allBack: 'Remboursement total',
  allBackMore: 'Les clients sont remboursés en totalité tant qu’ils peuvent annuler.',
  byTime: 'Remboursement réduit à l’approche du début',
  rule: (n) => `Règle ${n}`,
  hours: 'Heures avant le début',
  percent: 'Pourcentage remboursé',
  add: 'Ajouter une règle',
  remove: 'Supprimer',
  all: 'le montant total',
  nothing: 'rien',
  start: 'l’heure de début',
  before: (span) => `${span} avant`,
  tier: (share, until) => `${share} jusqu’à ${until}`,
  afterwards: 'rien ensuite',
  summary: (list) => `Les clients récupèrent : ${list}.`,
  order: 'Chaque règle doit avoir moins d’heures et un pourcentage plus bas que celle au-dessus.',
  keeps:
    'S’applique aux paiements en ligne. Les réservations existantes gardent les règles en vigueur quand elles ont été faites.',
};
