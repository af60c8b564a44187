import { setTimeout as sleep } from 'node:timers/promises';
import { callDeadline } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { SecretBox } from '@venue-booking/kit/secrets/secretBox';
import type { PaymentDeps } from '../deps.ts';
import type { Connection } from '../gen/prisma/client.ts';
import type { ConnectedAccount, ConnectFlow, Grant } from './connectFlow.ts';
import { PROVIDER_TIMEOUT_MS, ProviderError } from './provider.ts';

/** Longer than a renewal may take. After a crash, another process renews. */
const LEASE = '15 seconds';
const MAX_WAIT_MS = 6000;
const POLL_MS = 50;
/** A renewed refresh token that is not stored is lost: the provider accepts the old one only once. */
const STORE_ATTEMPTS = 5;

type Tokens = Pick<PaymentDeps, 'database' | 'box' | 'measured'>;
type ConnectionRef = { venueId: number; id: string };

/** The secrets of a connection: its tokens, and the accounts to choose from. */
type ConnectionSecret = { grant: Grant | null; accounts: ConnectedAccount[] };

/** Tokens that give access now. `version` counts their renewals. */
type Access = { grant: Grant | null; version: number };

const contextOf = ({ venueId, id }: ConnectionRef): string => `connection:${venueId}:${id}`;

export const sealSecret = (box: SecretBox, of: ConnectionRef, secret: ConnectionSecret): string =>
  box.seal(JSON.stringify(secret), contextOf(of));

/** @throws ProviderError if the tokens were revoked, or no given key decrypts them */
export function openSecret(
  box: SecretBox,
  of: ConnectionRef & Pick<Connection, 'secret' | 'revokedAt'>,
): ConnectionSecret {
  if (of.revokedAt)
    throw new ProviderError('unauthorized', 'its access was withdrawn when the account was unlinked');
  try {
    return JSON.parse(box.open(of.secret, contextOf(of)));
  } catch {
    throw new ProviderError('unauthorized', 'SECRETS_KEY cannot decrypt the tokens');
  }
}

/**
 * Calls a provider with the tokens of a connection. Expired tokens are renewed first, and rejected ones once.
 * @param call gets null if the credentials do not expire
 * @throws ProviderError `unauthorized` if the provider no longer renews the tokens
 */
export async function withAccess<T>(
  deps: Tokens,
  flow: ConnectFlow,
  of: ConnectionRef,
  call: (grant: Grant | null) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let access = await readAccess(deps, of);
  if (access.grant && access.grant.expiresAt <= Date.now())
    access = await renewAccess(deps, flow, of, access.version);
  try {
    return await call(access.grant);
  } catch (error) {
    // New tokens do not help after a 403: the owner, the app or the profile lacks a permission.
    const isRejected = error instanceof ProviderError && error.status === 401;
    // The provider may end a token early. One more try must fit into the caller's time.
    if (!isRejected || !access.grant || performance.now() - began > PROVIDER_TIMEOUT_MS / 2) throw error;
    return call((await renewAccess(deps, flow, of, access.version)).grant);
  }
}

/**
 * Renews the tokens of a connection, unless they were renewed since `seen`. One process at a time does so,
 * because a provider accepts a refresh token only once. The others wait for its result.
 * @param seen the version of the tokens that no longer suffice
 * @throws ProviderError `unavailable` if another process takes too long
 */
export async function renewAccess(
  deps: Tokens,
  flow: ConnectFlow,
  of: ConnectionRef,
  seen: number,
): Promise<Access> {
  const until = Math.min(callDeadline() - 500, Date.now() + MAX_WAIT_MS);
  for (;;) {
    const [claimed] = await deps.database.$queryRaw<{ secret: string }[]>`
      UPDATE payment.connection SET renewing_until = now() + ${LEASE}::interval
      WHERE venue_id = ${of.venueId} AND id = ${of.id}::uuid AND version = ${seen} AND revoked_at IS NULL
        AND (renewing_until IS NULL OR renewing_until < now())
      RETURNING secret`;
    if (claimed) return renewClaimed(deps, flow, { ...of, secret: claimed.secret, seen });
    const access = await readAccess(deps, of);
    if (access.version > seen) return access;
    if (Date.now() > until) throw new ProviderError('unavailable', 'its access is being renewed');
    await sleep(POLL_MS);
  }
}

async function renewClaimed(
  deps: Tokens,
  flow: ConnectFlow,
  { secret: sealed, seen, ...of }: ConnectionRef & { secret: string; seen: number },
): Promise<Access> {
  const { database, box, measured } = deps;
  const secret = openSecret(box, { ...of, secret: sealed, revokedAt: null });
  try {
    if (!secret.grant || !flow.renew) throw new ProviderError('unauthorized', 'it cannot be renewed');
    const grant = await flow.renew(secret.grant);
    const renewed = sealSecret(box, of, { ...secret, grant });
    const store = () => database.$executeRaw`
      UPDATE payment.connection
      SET secret = ${renewed}, version = version + 1, renewing_until = NULL, renew_at = ${new Date(grant.renewAt)}
      WHERE venue_id = ${of.venueId} AND id = ${of.id}::uuid AND version = ${seen}`;
    await retry(store, { attempts: STORE_ATTEMPTS, pauseMs: (attempt) => attempt * 200 });
    measured.renewal('renewed');
    return { grant, version: seen + 1 };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A process that was suspended for longer than its lease comes too late with its token.
    const access = await readAccess(deps, of);
    if (access.version > seen) return access;
    await database.$executeRaw`
      UPDATE payment.connection SET renewing_until = NULL
      WHERE venue_id = ${of.venueId} AND id = ${of.id}::uuid AND version = ${seen}`;
    measured.renewal(error.kind === 'unavailable' ? 'unavailable' : 'refused');
    // Whatever the reason, without new tokens there is no access.
    throw error.kind === 'refused' ? new ProviderError('unauthorized', error.message) : error;
  }
}

async function readAccess({ database, box }: Tokens, of: ConnectionRef): Promise<Access> {
  const [row] = await database.$queryRaw<Pick<Connection, 'secret' | 'version' | 'revokedAt'>[]>`
    SELECT secret, version, revoked_at AS "revokedAt" FROM payment.connection
    WHERE venue_id = ${of.venueId} AND id = ${of.id}::uuid`;
  if (!row) throw new ProviderError('unauthorized', 'its connection no longer exists');
  return { grant: openSecret(box, { ...of, ...row }).grant, version: row.version };
}
