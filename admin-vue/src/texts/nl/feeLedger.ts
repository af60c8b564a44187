import type { Texts } from '../en.ts';

export const feeLedger: Texts['feeLedger'] = {
  fees: 'Vergoedingen van het platform',
  feesMore:
    'Wat het platform over online betalingen heeft gerekend, en wat daarmee gebeurde na terugbetalingen en terugboekingen.',
  from: 'Van',
  to: 'Tot en met',
  filter: 'Zoeken op locatie',
  charged: 'Gerekend',
  returned: 'Teruggegeven aan locaties',
  owed: 'Nog te betalen aan locaties',
  owedMore:
    'Niet teruggegeven door de provider. Je hebt gekozen dit zelf te dragen: betaal het aan de locatie.',
  notReturned: 'Niet teruggegeven',
  notReturnedMore: 'Niet teruggegeven door de provider. Dit is voor rekening van de locatie.',
  kept: 'Over',
  keptMore: 'Gerekend, min wat is teruggegeven en wat je nog moet betalen.',
  venue: 'Locatie',
  month: 'Maand',
  payments: 'Betalingen',
  testMode: 'Testmodus',
  testMore: 'Betalingen in de testmodus tellen niet mee in de totalen hierboven.',
  empty: 'Geen online betalingen in deze maanden. Zodra gasten online betalen, zie je hier de vergoedingen.',
  nothingFound: 'Geen locatie gevonden. Probeer een andere naam.',
  more: 'Meer tonen',
  shown: (shown, all) => `${shown} van ${all} rijen`,
  csvTotals: 'Totalen exporteren (CSV)',
  csvLines: 'Alle regels exporteren (CSV)',
  wrongRange: 'Kies hoogstens 13 maanden, met de eerste maand vóór de laatste.',
};
