import pino from 'pino';
import { currentCall } from '../messaging/callContext.ts';
import { sqlStateOf } from '../postgres/sql.ts';

export type Log = pino.Logger;

/**
 * An error without what libraries hang on it: a database tells the whole row that it refused. Prisma's own
 * errors come without their message, as it may repeat what was asked for.
 */
function withoutData(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, stack = '', cause } = error;
  const isWrapped = cause instanceof Error;
  // tRPC's errors have the stack of their cause, and say nothing else.
  if (isWrapped && cause.stack === stack) return withoutData(cause);
  const { code } = error as { code?: unknown };
  return {
    type: name,
    ...(typeof code === 'string' && { code }),
    sqlState: sqlStateOf(error),
    stack: name.startsWith('Prisma') ? framesOf(stack) : stack,
    ...(isWrapped && { cause: withoutData(cause) }),
  };
}

/** The lines at the end that say where it happened; the message stands before them. */
function framesOf(stack: string): string {
  const lines = stack.split('\n');
  const last = lines.findLastIndex((line) => !/^ +at /.test(line));
  return lines
    .slice(last + 1)
    .join('\n')
    .trimStart();
}

/**
 * A service's log: JSON lines, on standard output where nothing else is said, with the trace id of the call
 * that wrote them. Nothing personal is logged: no names, e-mail addresses, tokens or bodies.
 */
export const createLog = (
  service: string,
  level: string,
  out: pino.DestinationStream = pino.destination(1),
): Log =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutData },
      mixin: () => {
        const call = currentCall();
        return call ? { traceId: call.traceId } : {};
      },
    },
    out,
  );
