import { Prisma } from '../gen/prisma/client.ts';
import type { RemotePayment } from '../providers/provider.ts';

/** The stored part of a provider's report about an attempt, by column name. */
export type Statement = ReturnType<typeof statementOf>;

const COLUMNS = Prisma.sql`provider_id, status, amount_cents, currency, mode, reference, refunded_cents, charged_back_cents`;

const statementOf = (reported: RemotePayment) => {
  const notFailed = reported.refunds.filter(({ status }) => status !== 'failed');
  return {
    provider_id: reported.id,
    status: reported.status,
    amount_cents: reported.amountCents,
    currency: reported.currency,
    mode: reported.mode,
    reference: reported.reference,
    refunded_cents: notFailed.reduce((sum, { amountCents }) => sum + amountCents, 0),
    charged_back_cents: reported.chargedBackCents,
  };
};

/** SQL for the last statement of attempt `a`, or NULL; usable in `SELECT` and `RETURNING`. */
export const LAST_STATEMENT = Prisma.sql`(
  SELECT to_jsonb(last) FROM (
    SELECT ${COLUMNS} FROM payment.statement s WHERE (s.venue_id, s.attempt_id) = (a.venue_id, a.id) ORDER BY seq DESC LIMIT 1
  ) last)`;

/**
 * SQL that stores a statement if it differs from the last one.
 * @param of rows with `venue_id` and `id` of attempts
 */
export const insertStatement = (reported: RemotePayment, of: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO payment.statement (venue_id, attempt_id, ${COLUMNS})
  SELECT a.venue_id, a.id, ${COLUMNS} FROM ${of} a, (
    SELECT ${COLUMNS} FROM jsonb_populate_record(NULL::payment.statement, ${JSON.stringify(statementOf(reported))}::jsonb)
  ) reported
  WHERE to_jsonb(reported) IS DISTINCT FROM ${LAST_STATEMENT}`;

/**
 * Whether a provider reports the same as last time. Then all consequences have been applied, because that
 * happens in the transaction that stores the statement. False if there are refunds or chargebacks: a
 * statement does not list the refunds, and a chargeback may not have one yet.
 */
export function isUnchanged(last: Statement | null, reported: RemotePayment): boolean {
  if (last === null || reported.refunds.length > 0 || reported.chargedBackCents > 0) return false;
  return Object.entries(statementOf(reported)).every(
    ([name, value]) => last[name as keyof Statement] === value,
  );
}
