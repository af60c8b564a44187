import type { StatementTexts } from './en.ts';

/** Dutch texts of the statement of a month, as a document. */
export const nl: StatementTexts = {
  title: (month) => `Maandoverzicht ${month}`,
  period: (from, to, zone) => `${from} t/m ${to}, tijdzone ${zone}`,
  madeAt: (moment) => `Gemaakt op ${moment}`,
  preliminary: 'Voorlopig: deze maand is nog niet voorbij. De bedragen kunnen nog veranderen.',
  test: 'Bevat betalingen in de testmodus, zonder echt geld.',
  online: 'Online betalingen',
  payments: (count) => (count === 1 ? '1 betaling ontvangen' : `${count} betalingen ontvangen`),
  refunds: (count) => (count === 1 ? '1 terugbetaling' : `${count} terugbetalingen`),
  refundsFailed: 'Mislukte terugbetalingen, geld behouden',
  chargebacks: (count) => (count === 1 ? '1 terugboeking' : `${count} terugboekingen`),
  chargebacksReturned: 'Terugboekingen die de bank heeft teruggedraaid',
  afterRefunds: 'Betalingen na terugbetalingen en terugboekingen',
  fees: 'Vergoeding voor het platform',
  feeCharged: 'Vergoeding over betalingen',
  feeReturned: 'Vergoeding teruggekregen bij terugbetalingen',
  net: 'Netto',
  netMore: 'Vóór de kosten die je betaalprovider rekent.',
  onRefunds: 'Vergoeding over terugbetaald geld',
  feeOwed: 'Niet teruggegeven door de provider: krijg je van het platform',
  feeNotReturned: 'Niet teruggegeven door de provider: voor jouw rekening (zit in de vergoeding hierboven)',
  vat: 'Btw',
  vatMore: 'In de boekingen die in deze maand beginnen, hoe en wanneer ze ook zijn betaald.',
  vatRate: 'Tarief',
  vatAmount: 'Bedrag inclusief btw',
};
