import { Failure } from '@venue-booking/proto/failures';
import { causesOf, sqlStateOf } from './sql.ts';

/**
 * SQLSTATEs of what is no fault of the statement: connections (08, 28, 3D), conflicts (40), no room (53),
 * somebody else's lock, a limit of time (25P03, 25P04, 57014), a server that stops or starts (57P), that is a
 * standby now (25006), or whose disk fails (58).
 */
const STATES = /^(08|28|3D|40|53|58|57P|57014|55P03|25006|25P03|25P04)/;
/**
 * Prisma's: no connection (P1…), none of the pool's (P2024), a transaction that could not go on (P2028,
 * P2034), too many (P2037).
 */
const PRISMA = /^P(1\d{3}|2024|2028|2034|2037)$/;
/** What Prisma's adapter says of a connection when a raw statement was to be run. */
const KINDS =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TransactionWriteConflict|TlsConnectionError)$/;
/** What Node says of a connection, and pg, which has no codes for it. */
const SYSTEM = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+)$/;
const BROKEN =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying|Query read timeout)/;

/** True for a fault that lies in what surrounds the work, and passes: the same again may succeed. */
export function isPassingFault(error: unknown): boolean {
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
