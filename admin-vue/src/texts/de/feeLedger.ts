import type { Texts } from '../en.ts';

export const feeLedger: Texts['feeLedger'] = {
  fees: 'Plattformgebühren',
  feesMore:
    'Was die Plattform auf Online-Zahlungen berechnet hat, und was nach Erstattungen und Rückbuchungen daraus wurde.',
  from: 'Von',
  to: 'Bis',
  filter: 'Nach Betrieb suchen',
  charged: 'Berechnet',
  returned: 'An Betriebe zurückgegeben',
  owed: 'Betrieben geschuldet',
  owedMore: 'Vom Anbieter nicht zurückgegeben. Sie tragen es laut Einstellung: Zahlen Sie es dem Betrieb.',
  notReturned: 'Nicht zurückgegeben',
  notReturnedMore: 'Vom Anbieter nicht zurückgegeben. Der Betrieb trägt es.',
  kept: 'Verbleibend',
  keptMore: 'Berechnet, abzüglich dessen, was zurückgegeben wurde und was Sie schulden.',
  venue: 'Betrieb',
  month: 'Monat',
  payments: 'Zahlungen',
  testMode: 'Testmodus',
  testMore: 'Zahlungen im Testmodus zählen in den Summen oben nicht mit.',
  empty:
    'Keine Online-Zahlungen in diesen Monaten. Sobald Gäste online bezahlen, sehen Sie hier die Gebühren.',
  nothingFound: 'Kein Betrieb gefunden. Versuchen Sie einen anderen Namen.',
  more: 'Mehr anzeigen',
  shown: (shown, all) => `${shown} von ${all} Zeilen`,
  csvTotals: 'Summen exportieren (CSV)',
  csvLines: 'Alle Einzelposten exportieren (CSV)',
  wrongRange: 'Wählen Sie höchstens 13 Monate, den ersten vor dem letzten.',
};
