import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import {
  type CreatedOperatorToken,
  type NewOperatorToken,
  OPERATOR_TOKEN_PREFIX,
  type OperatorRole,
  type OperatorToken,
} from '@venue-booking/proto/auth/operator';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase } from '../database.ts';
import type { OperatorToken as Row } from '../gen/prisma/client.ts';

/** Maximum number of tokens: a guard against runaway scripts. */
const MAX_TOKENS = 200;
const DAY_MS = 86_400_000;
/** Minimum interval between updates of `last_used_at`. */
const USED_EVERY_MINUTES = 5;

const withMaker = { person: { select: { email: true } } } as const;

const toToken = (row: Row & { person: { email: string } | null }): OperatorToken => ({
  id: row.id,
  name: row.name,
  role: row.role as OperatorRole,
  created_by: row.person?.email ?? null,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/**
 * Creates a token of the operator for a program. Only its hash is stored.
 * @param madeBy the named operator with whom it ends; null for the shared token
 * @throws `validation` for too many, `operator_not_found`
 */
export async function createOperatorToken(
  database: CatalogDatabase,
  { name, role, expires_in_days: days }: NewOperatorToken,
  madeBy: string | null,
): Promise<CreatedOperatorToken> {
  if ((await database.operatorToken.count()) >= MAX_TOKENS)
    throw fail('validation', { detail: `The operator has at most ${MAX_TOKENS} tokens: revoke some first` });
  const token = `${OPERATOR_TOKEN_PREFIX}${randomSecret()}`;
  const expiresAt = days === undefined ? null : new Date(Date.now() + days * DAY_MS);
  const row = await database.$transaction(async (tx) => {
    // Locks the operator, so that a token cannot outlive a concurrent removal.
    const admins = await tx.$queryRaw<unknown[]>`
      SELECT FROM catalog.operator WHERE person_id = ${madeBy}::uuid AND role = 'admin' FOR UPDATE`;
    if (madeBy !== null && admins.length === 0) throw fail('operator_not_found');
    const data = { name, role, hash: hashOfSecret(token), madeBy, expiresAt };
    return tx.operatorToken.create({ data, include: withMaker });
  });
  return { ...toToken(row), token };
}

/** The tokens, oldest first, with expired ones. */
export async function listOperatorTokens(database: CatalogDatabase): Promise<OperatorToken[]> {
  const rows = await database.operatorToken.findMany({ include: withMaker, orderBy: { createdAt: 'asc' } });
  return rows.map(toToken);
}

/** @throws `token_not_found` */
export async function revokeOperatorToken(database: CatalogDatabase, id: string): Promise<OperatorToken> {
  const row = await database.operatorToken.findUnique({ where: { id }, include: withMaker });
  if (!row || (await database.operatorToken.deleteMany({ where: { id } })).count === 0)
    throw fail('token_not_found');
  return toToken(row);
}

/** A valid token by its hash; null for an unknown or expired one. Updates its last use every few minutes. */
export async function findOperatorToken(
  database: CatalogDatabase,
  hash: string,
): Promise<{ id: string; name: string; role: OperatorRole } | null> {
  const row = await database.operatorToken.findUnique({ where: { hash } });
  if (!row || (row.expiresAt && row.expiresAt <= new Date())) return null;
  await database.$executeRaw`
    UPDATE catalog.operator_token SET last_used_at = now() WHERE hash = ${hash}
      AND (last_used_at IS NULL OR last_used_at < now() - make_interval(mins => ${USED_EVERY_MINUTES}::integer))`;
  return { id: row.id, name: row.name, role: row.role as OperatorRole };
}
