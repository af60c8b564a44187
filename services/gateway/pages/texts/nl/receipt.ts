/** Dutch texts of receipts. */
export const receipt = {
  receipt: 'Betaalbewijs',
  isNoInvoice: 'Dit is een betaalbewijs, geen factuur.',
  status: 'Status',
  guest: 'Voor',
  when: 'Datum',
  how: 'Betaling',
  amount: 'Bedrag',
  price: 'Prijs',
  received: 'Betaald min terugbetaald',
  methods: {
    cash: 'Contant',
    card: 'Pin',
    transfer: 'Overboeking',
    other: 'Anders',
    imported: 'Eerder online betaald',
  },
  online: (provider: string) => `Online via ${provider}`,
  onlineTest: 'Online (test, geen echt geld)',
  refund: (way: string) => `Terugbetaling – ${way}`,
  refundPending: (way: string) => `Terugbetaling onderweg – ${way}`,
  chargeback: (way: string) => `Teruggehaald door de bank – ${way}`,
  /** On the ticket. */
  download: 'Betaalbewijs',
};

export type ReceiptTexts = typeof receipt;
