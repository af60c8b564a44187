import { statement } from '@venue-booking/domain/wording/fr/statement';
import type { Texts } from '../en.ts';

export const statements: Texts['statements'] = {
  ...statement,
  statements: 'Relevés mensuels',
  statementsMore:
    'Ce qui a été encaissé en ligne chaque mois, ce qui a été remboursé et ce que la plateforme a prélevé. Pour votre comptable.',
  open: 'Ouvrir les relevés',
  month: 'Mois',
  before: 'Mois précédent',
  after: 'Mois suivant',
  final: 'Définitif',
  empty: 'Aucun paiement en ligne ce mois-ci.',
  pdf: 'Télécharger le PDF',
  csv: 'Exporter les lignes (CSV)',
};
