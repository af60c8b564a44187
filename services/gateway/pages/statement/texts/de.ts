import type { StatementTexts } from './en.ts';

/** German texts of the statement of a month, as a document. */
export const de: StatementTexts = {
  title: (month) => `Monatsabrechnung ${month}`,
  period: (from, to, zone) => `${from} bis ${to}, Zeitzone ${zone}`,
  madeAt: (moment) => `Erstellt am ${moment}`,
  preliminary: 'Vorläufig: Der Monat ist noch nicht zu Ende. Die Beträge können sich noch ändern.',
  test: 'Enthält Zahlungen im Testmodus, ohne echtes Geld.',
  online: 'Online-Zahlungen',
  payments: (count) => (count === 1 ? '1 Zahlung erhalten' : `${count} Zahlungen erhalten`),
  refunds: (count) => (count === 1 ? '1 Erstattung' : `${count} Erstattungen`),
  refundsFailed: 'Fehlgeschlagene Erstattungen, Geld einbehalten',
  chargebacks: (count) => (count === 1 ? '1 Rückbuchung' : `${count} Rückbuchungen`),
  chargebacksReturned: 'Von der Bank zurückgegebene Rückbuchungen',
  afterRefunds: 'Zahlungen nach Erstattungen und Rückbuchungen',
  fees: 'Plattformgebühr',
  feeCharged: 'Gebühr auf Zahlungen',
  feeReturned: 'Mit Erstattungen zurückerhaltene Gebühr',
  net: 'Netto',
  netMore: 'Vor den Kosten, die Ihr Zahlungsanbieter berechnet.',
  onRefunds: 'Gebühr auf erstattetes Geld',
  feeOwed: 'Vom Anbieter nicht zurückgegeben: schuldet Ihnen die Plattform',
  feeNotReturned: 'Vom Anbieter nicht zurückgegeben: tragen Sie (in der Gebühr oben enthalten)',
  vat: 'MwSt.',
  vatMore: 'In den Buchungen, die in diesem Monat beginnen, gleich wie und wann sie bezahlt werden.',
  vatRate: 'Satz',
  vatAmount: 'Betrag inklusive MwSt.',
};
