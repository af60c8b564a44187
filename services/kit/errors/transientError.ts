import { Failure } from '@venue-booking/proto/failures';
import { causesOf, sqlStateOf } from './sqlState.ts';

/**
 * SQLSTATEs of errors that are not the statement's fault: connections (08, 28, 3D), conflicts (40), resources
 * (53), a lock held by others (55P03), timeouts (25P03, 25P04, 57014), a server that stops or starts (57P),
 * that is now a standby (25006), or whose disk fails (58).
 */
const STATES = /^(08|28|3D|40|53|58|57P|57014|55P03|25006|25P03|25P04)/;
/**
 * Prisma's codes: no connection (P1…), pool timeout (P2024), transaction failed or timed out (P2028, P2034),
 * too many connections (P2037).
 */
const PRISMA = /^P(1\d{3}|2024|2028|2034|2037)$/;
/** Connection errors of Prisma's adapter for raw statements. */
const KINDS =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TransactionWriteConflict|TlsConnectionError)$/;
/** Connection errors of Node.js, and messages of pg, which has no codes for them. */
const SYSTEM = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+)$/;
const BROKEN =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying|Query read timeout)/;

/** True for a transient fault of the environment: a retry may succeed. */
export function isTransientError(error: unknown): boolean {
  if (STATES.test(sqlStateOf(error) ?? '')) return true;
  for (const cause of causesOf(error)) {
    const { code, kind, message } = cause;
    if (cause instanceof Failure) return code === 'unavailable' || code === 'timeout';
    if (typeof code === 'string' && (PRISMA.test(code) || SYSTEM.test(code))) return true;
    if (typeof kind === 'string' && KINDS.test(kind)) return true;
    if (typeof message === 'string' && BROKEN.test(message)) return true;
  }
  return false;
}
