import { statement } from '@venue-booking/domain/wording/de/statement';
import type { Texts } from '../en.ts';

export const statements: Texts['statements'] = {
  ...statement,
  statements: 'Monatsabrechnungen',
  statementsMore:
    'Was jeden Monat online einging, was zurückging und was die Plattform berechnet hat. Für Ihre Buchhaltung.',
  open: 'Abrechnungen öffnen',
  month: 'Monat',
  before: 'Vorheriger Monat',
  after: 'Nächster Monat',
  final: 'Endgültig',
  empty: 'Keine Online-Zahlungen in diesem Monat.',
  pdf: 'PDF herunterladen',
  csv: 'Einzelposten exportieren (CSV)',
};
