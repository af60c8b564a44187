import type { ReceiptTexts } from '../nl/receipt.ts';

/** French texts of receipts. */
export const receipt: ReceiptTexts = {
  receipt: 'Reçu',
  isNoInvoice: 'Ceci est un reçu, et non une facture.',
  status: 'Statut',
  guest: 'Pour',
  when: 'Date',
  how: 'Paiement',
  amount: 'Montant',
  price: 'Prix',
  received: 'Payé moins les remboursements',
  methods: {
    cash: 'Espèces',
    card: 'Carte',
    transfer: 'Virement',
    other: 'Autre',
    imported: 'Payé en ligne auparavant',
  },
  online: (provider) => `En ligne via ${provider}`,
  onlineTest: 'En ligne (test, sans argent réel)',
  refund: (way) => `Remboursement – ${way}`,
  refundPending: (way) => `Remboursement en cours – ${way}`,
  chargeback: (way) => `Repris par la banque – ${way}`,
  download: 'Reçu',
};
