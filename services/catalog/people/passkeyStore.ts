import { columnsOf } from '@venue-booking/kit/postgres/columns';
import { onUniqueViolation } from '@venue-booking/kit/postgres/sql';
import { MAX_PASSKEYS, type Passkey, type StoredCredential } from '@venue-booking/proto/auth/passkey';
import type { KnownSession } from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import { Prisma, type Passkey as Row } from '../gen/prisma/client.ts';
import { type NewSession, startSession } from './sessionStore.ts';

const toPasskey = ({ id, name, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/** A person's passkeys, oldest first, with their credential ids. */
export async function listPasskeys(
  database: CatalogDatabase,
  personId: string,
): Promise<(Passkey & { credentialId: string })[]> {
  const rows = await database.passkey.findMany({ where: { personId }, orderBy: { createdAt: 'asc' } });
  return rows.map((row) => ({ ...toPasskey(row), credentialId: row.credentialId }));
}

/** Stores a verified passkey. @throws `validation`: the person has too many, or it is already registered */
export function addPasskey(
  database: CatalogDatabase,
  { personId, name, credential }: { personId: string; name: string; credential: StoredCredential },
): Promise<Passkey> {
  const add = async (tx: CatalogTx) => {
    // The lock makes a concurrent second insert count the first.
    await tx.$queryRaw`SELECT FROM catalog.person WHERE id = ${personId}::uuid FOR UPDATE`;
    if ((await tx.passkey.count({ where: { personId } })) >= MAX_PASSKEYS)
      throw fail('validation', { detail: `A person has at most ${MAX_PASSKEYS} passkeys` });
    const { id: credentialId, publicKey, counter } = credential;
    return toPasskey(await tx.passkey.create({ data: { personId, name, credentialId, publicKey, counter } }));
  };
  return onUniqueViolation(database.$transaction(add), () =>
    fail('validation', { detail: 'This passkey is known already' }),
  );
}

/** Deletes a passkey of a person. @throws `passkey_not_found` */
export async function deletePasskey(
  database: CatalogDatabase,
  { personId, id }: { personId: string; id: string },
): Promise<Passkey> {
  const [removed] = await database.$queryRaw<Row[]>`
    DELETE FROM catalog.passkey WHERE id = ${id}::uuid AND person_id = ${personId}::uuid
    RETURNING ${Prisma.raw(columnsOf(Prisma.PasskeyScalarFieldEnum))}`;
  if (!removed) throw fail('passkey_not_found');
  return toPasskey(removed);
}

/** The public key and owner of a passkey; null if it is not registered. */
export async function findCredential(
  database: CatalogDatabase,
  credentialId: string,
): Promise<(StoredCredential & { personId: string }) | null> {
  const row = await database.passkey.findUnique({ where: { credentialId } });
  return row && { ...row, id: credentialId, counter: Number(row.counter) };
}

/**
 * Starts a session after the caller has verified a passkey's signature.
 * @param used.counter the passkey's signature counter. One that does not grow means a cloned passkey, except
 * 0, which means that the passkey does not count (WebAuthn level 3, 6.1.1)
 * @throws `passkey_refused`
 */
export function usePasskey(
  database: CatalogDatabase,
  { credentialId, counter, ...session }: NewSession & { credentialId: string; counter: number },
): Promise<KnownSession> {
  return database.$transaction(async (tx) => {
    // One statement, so that only one of two concurrent calls with the same counter succeeds.
    const [used] = await tx.$queryRaw<{ personId: string }[]>`
      UPDATE catalog.passkey SET counter = ${counter}, last_used_at = now()
      WHERE credential_id = ${credentialId} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))
      RETURNING person_id AS "personId"`;
    const found = used && (await startSession(tx, { personId: used.personId, passkey: true, ...session }));
    if (!found) throw fail('passkey_refused');
    return found;
  });
}
