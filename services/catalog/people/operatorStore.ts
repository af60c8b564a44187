import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { NewOperator, Operator, OperatorRole } from '@venue-booking/proto/auth/operator';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { Operator as Row } from '../gen/prisma/client.ts';

/** Maximum number of operators: a guard against runaway scripts. */
const MAX_OPERATORS = 200;

const withPerson = { person: { include: { _count: { select: { passkeys: true } } } } } as const;
type Found = Row & { person: { email: string; language: string; _count: { passkeys: number } } };

const toOperator = ({ personId, role, createdAt, person }: Found): Operator => ({
  id: personId,
  email: person.email,
  role: role as OperatorRole,
  created_at: createdAt.toISOString(),
  passkeys: person._count.passkeys,
});

/** The named operators, by address. */
export async function listOperators(database: CatalogDatabase): Promise<Operator[]> {
  const rows = await database.operator.findMany({
    include: withPerson,
    orderBy: { person: { email: 'asc' } },
  });
  return rows.map(toOperator);
}

/**
 * Makes a person an operator, unless they are one. Their sessions end, because they may be open on devices
 * of a venue.
 * @returns the operator, and the language of the mail to them
 * @throws `validation` for too many
 */
export function addOperator(
  database: CatalogDatabase,
  { email, role, language }: NewOperator,
): Promise<{ operator: Operator; language: Locale }> {
  return locked(database, async (tx, rows) => {
    const [{ id: personId, language: chosen }] = await tx.$queryRaw<[{ id: string; language: Locale }]>`
      INSERT INTO catalog.person (email, language) VALUES (${email}, ${language})
      ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id, language`;
    const existing = rows.find((row) => row.personId === personId);
    if (existing) return { operator: toOperator(existing), language: chosen };
    if (rows.length >= MAX_OPERATORS)
      throw fail('validation', { detail: `There are at most ${MAX_OPERATORS} operators` });
    await tx.session.deleteMany({ where: { personId } });
    const row = await tx.operator.create({ data: { personId, role }, include: withPerson });
    return { operator: toOperator(row), language: chosen };
  });
}

type Change = {
  id: string;
  /** Whether to reject a change that would leave no admin; only the shared token may make it. */
  keepAdmin: boolean;
};

/**
 * Changes an operator's role. Without the role admin, their tokens end.
 * @throws `operator_not_found`, `last_admin`
 */
export function patchOperator(
  database: CatalogDatabase,
  { id: personId, keepAdmin, role }: Change & { role: OperatorRole },
): Promise<Operator> {
  return locked(database, async (tx, rows) => {
    const row = operatorIn(rows, personId);
    if (role !== 'admin') {
      if (keepAdmin) requireOtherAdmin(rows, row);
      await tx.operatorToken.deleteMany({ where: { madeBy: personId } });
    }
    await tx.operator.update({ where: { personId }, data: { role } });
    return toOperator({ ...row, role });
  });
}

/**
 * Removes an operator with their sessions, unused links and tokens. A person without any venue is deleted.
 * @throws `operator_not_found`, `last_admin`
 */
export function removeOperator(
  database: CatalogDatabase,
  { id: personId, keepAdmin }: Change,
): Promise<Operator> {
  return locked(database, async (tx, rows) => {
    const row = operatorIn(rows, personId);
    if (keepAdmin) requireOtherAdmin(rows, row);
    await tx.operator.delete({ where: { personId } });
    await tx.operatorToken.deleteMany({ where: { madeBy: personId } });
    await tx.session.deleteMany({ where: { personId } });
    await tx.signInLink.deleteMany({ where: { personId, usedAt: null } });
    await tx.person.deleteMany({ where: { id: personId, memberships: { none: {} } } });
    return toOperator(row);
  });
}

/** Runs `work` with all operators, one change at a time. */
function locked<T>(
  database: CatalogDatabase,
  work: (tx: CatalogTx, rows: Found[]) => Promise<T>,
): Promise<T> {
  const run = async (tx: CatalogTx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('operators', 0))::text`;
    return work(tx, await tx.operator.findMany({ include: withPerson }));
  };
  return retryConflicts(() => database.$transaction(run));
}

function operatorIn(rows: readonly Found[], personId: string): Found {
  const row = rows.find((each) => each.personId === personId);
  if (!row) throw fail('operator_not_found');
  return row;
}

function requireOtherAdmin(rows: readonly Found[], { personId, role }: Found): void {
  const isOther = (row: Found) => row.role === 'admin' && row.personId !== personId;
  if (role === 'admin' && !rows.some(isOther)) throw fail('last_admin');
}
