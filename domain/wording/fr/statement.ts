import type { StatementTexts } from '../nl/statement.ts';

/** French texts of the statement of a month, on the page and as a document. */
export const statement: StatementTexts = {
  title: (month) => `Relevé mensuel\u00a0– ${month}`,
  period: (from, to, zone) => `du ${from} au ${to}, fuseau horaire ${zone}`,
  madeAt: (moment) => `Établi le ${moment}`,
  preliminary: 'Provisoire',
  preliminaryMore: 'Le mois n’est pas terminé. Les montants peuvent encore changer.',
  test: 'Comprend des paiements en mode test, sans argent réel.',
  online: 'Paiements en ligne',
  payments: (count) => (count > 1 ? `${count} paiements reçus` : `${count} paiement reçu`),
  refunds: (count) => (count > 1 ? `${count} remboursements` : `${count} remboursement`),
  refundsFailed: 'Remboursements échoués, argent conservé',
  chargebacks: (count) => (count > 1 ? `${count} rejets bancaires` : `${count} rejet bancaire`),
  chargebacksReturned: 'Rejets bancaires restitués par la banque',
  afterRefunds: 'Paiements après remboursements et rejets',
  fees: 'Commission de la plateforme',
  feeCharged: 'Commission sur les paiements',
  feeReturned: 'Commission restituée avec les remboursements',
  net: 'Montant net',
  netMore: 'Avant les frais facturés par votre prestataire de paiement.',
  onRefunds: 'Commission sur l’argent remboursé',
  feeOwed: 'Non restituée par le prestataire : la plateforme vous la doit',
  feeNotReturned: 'Non restituée par le prestataire : à votre charge (comprise dans la commission ci-dessus)',
  desk: 'À l’accueil',
  deskTaken: 'Encaissé, moins ce qui a été rendu',
  deskMore: 'Non compris dans le montant net ci-dessus.',
  vat: 'TVA',
  vatMore:
    'Dans les réservations qui commencent ce mois-ci, quels que soient le mode et la date de paiement.',
  vatRate: 'Taux',
  vatAmount: 'Montant TVA comprise',
};
