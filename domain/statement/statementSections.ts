import type { Statement } from '@venue-booking/proto/reports/statement';
import type { StatementTexts } from '../wording/nl/statement.ts';

/** A line of a statement in euro; `isSum` for the sum of the lines above. */
export type StatementLine = { label: string; eur: number; isSum?: true };
type Section = { title: string; lines: StatementLine[]; more?: string };

/** The money of a statement as sections. Lines that are 0 and rare are left out. */
export function sectionsOf(statement: Statement, t: StatementTexts): Section[] {
  // `|| 0` turns -0, which is shown as "-0.00", into 0.
  const line = (label: string, eur: number): StatementLine => ({ label, eur: eur || 0 });
  const ifAny = (label: string, eur: number) => (eur === 0 ? [] : [line(label, eur)]);
  const {
    net_eur: net,
    fee_charged_eur: charged,
    fee_returned_eur: returned,
    desk_eur: desk = 0,
  } = statement;
  const onRefunds = [
    ...ifAny(t.feeOwed, statement.fee_owed_eur),
    ...ifAny(t.feeNotReturned, statement.fee_not_returned_eur),
  ];
  return [
    {
      title: t.online,
      lines: [
        line(t.payments(statement.payments), statement.payments_eur),
        line(t.refunds(statement.refunds), -statement.refunds_eur),
        ...ifAny(t.refundsFailed, statement.refunds_failed_eur),
        ...ifAny(t.chargebacks(statement.chargebacks), -statement.chargebacks_eur),
        ...ifAny(t.chargebacksReturned, statement.chargebacks_returned_eur),
        { ...line(t.afterRefunds, Math.round((net + charged - returned) * 100) / 100), isSum: true },
      ],
    },
    {
      title: t.fees,
      lines: [
        line(t.feeCharged, -charged),
        ...ifAny(t.feeReturned, returned),
        { ...line(t.net, net), isSum: true },
      ],
      more: t.netMore,
    },
    ...(onRefunds.length > 0 ? [{ title: t.onRefunds, lines: onRefunds }] : []),
    ...(desk === 0 ? [] : [{ title: t.desk, lines: [line(t.deskTaken, desk)], more: t.deskMore }]),
  ];
}
