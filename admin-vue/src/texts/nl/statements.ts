import { statement } from '@venue-booking/domain/wording/nl/statement';
import type { Texts } from '../en.ts';

export const statements: Texts['statements'] = {
  ...statement,
  statements: 'Maandoverzichten',
  statementsMore:
    'Wat er per maand online binnenkwam, wat er terugging en wat het platform rekende. Voor je boekhouder.',
  open: 'Maandoverzichten openen',
  month: 'Maand',
  before: 'Vorige maand',
  after: 'Volgende maand',
  final: 'Definitief',
  empty: 'Geen online betalingen in deze maand.',
  pdf: 'PDF downloaden',
  csv: 'Regels exporteren (CSV)',
};
