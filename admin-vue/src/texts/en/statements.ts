import { statement } from '@venue-booking/domain/wording/en/statement';

export const statements = {
  ...statement,
  statements: 'Monthly statements',
  statementsMore:
    'What came in online each month, what went back and what the platform charged. For your accountant.',
  open: 'Open statements',
  month: 'Month',
  before: 'Previous month',
  after: 'Next month',
  final: 'Final',
  empty: 'No online payments in this month.',
  pdf: 'Download PDF',
  csv: 'Export lines (CSV)',
};
