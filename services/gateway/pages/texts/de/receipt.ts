import type { ReceiptTexts } from '../nl/receipt.ts';

/** German texts of receipts. */
export const receipt: ReceiptTexts = {
  receipt: 'Zahlungsbeleg',
  isNoInvoice: 'Dies ist ein Zahlungsbeleg, keine Rechnung.',
  status: 'Status',
  guest: 'Für',
  when: 'Datum',
  how: 'Zahlung',
  amount: 'Betrag',
  price: 'Preis',
  received: 'Bezahlt abzüglich Erstattungen',
  methods: {
    cash: 'Bar',
    card: 'Karte',
    transfer: 'Überweisung',
    other: 'Sonstiges',
    imported: 'Früher online bezahlt',
  },
  online: (provider) => `Online über ${provider}`,
  onlineTest: 'Online (Test, kein echtes Geld)',
  refund: (way) => `Erstattung – ${way}`,
  refundPending: (way) => `Erstattung unterwegs – ${way}`,
  chargeback: (way) => `Von der Bank zurückgebucht – ${way}`,
  download: 'Zahlungsbeleg',
};
