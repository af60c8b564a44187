import type { ReceiptTexts } from '../nl/receipt.ts';

/** English texts of receipts. */
export const receipt: ReceiptTexts = {
  receipt: 'Receipt',
  isNoInvoice: 'This is a receipt, not an invoice.',
  status: 'Status',
  guest: 'For',
  when: 'Date',
  how: 'Payment',
  amount: 'Amount',
  price: 'Price',
  received: 'Paid less refunds',
  methods: {
    cash: 'Cash',
    card: 'Card',
    transfer: 'Bank transfer',
    other: 'Other',
    imported: 'Paid online earlier',
  },
  online: (provider) => `Online via ${provider}`,
  onlineTest: 'Online (test, no real money)',
  refund: (way) => `Refund – ${way}`,
  refundPending: (way) => `Refund under way – ${way}`,
  chargeback: (way) => `Taken back by the bank – ${way}`,
  download: 'Receipt',
};
