/** English texts of the statement of a month, as a document. */
export const en = {
  title: (month: string) => `Statement ${month}`,
  period: (from: string, to: string, zone: string) => `${from} to ${to}, time zone ${zone}`,
  madeAt: (moment: string) => `Created on ${moment}`,
  preliminary: 'Preliminary: this month is not over yet. The amounts may still change.',
  test: 'Includes payments in test mode, without real money.',
  online: 'Online payments',
  payments: (count: number) => (count === 1 ? '1 payment received' : `${count} payments received`),
  refunds: (count: number) => (count === 1 ? '1 refund' : `${count} refunds`),
  refundsFailed: 'Failed refunds, money kept',
  chargebacks: (count: number) => (count === 1 ? '1 chargeback' : `${count} chargebacks`),
  chargebacksReturned: 'Chargebacks returned by the bank',
  afterRefunds: 'Payments after refunds and chargebacks',
  fees: 'Platform fee',
  feeCharged: 'Fee on payments',
  feeReturned: 'Fee returned with refunds',
  net: 'Net',
  netMore: 'Before the costs that your payment provider charges.',
  onRefunds: 'Fee on refunded payments',
  feeOwed: 'Not returned by the provider: the platform owes you',
  feeNotReturned: 'Not returned by the provider: you bear it (included in the fee above)',
  vat: 'VAT',
  vatMore: 'In the bookings that start in this month, however and whenever they are paid.',
  vatRate: 'Rate',
  vatAmount: 'Amount including VAT',
};

export type StatementTexts = typeof en;
