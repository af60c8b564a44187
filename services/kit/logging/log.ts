import { Failure } from '@venue-booking/proto/failures';
import pino from 'pino';
import { currentCall } from '../concurrency/callContext.ts';
import { sqlStateOf } from '../errors/sqlState.ts';
import { isTransientError } from '../errors/transientError.ts';

export type Log = pino.Logger;

/**
 * An error without the data that libraries attach to it: PostgreSQL errors contain the rejected row. Messages
 * of Prisma errors are omitted too, because they may repeat the query's arguments.
 */
function withoutData(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, stack = '', cause } = error;
  const hasCause = cause instanceof Error;
  // A tRPC error repeats the stack of its cause and adds nothing.
  if (hasCause && cause.stack === stack) return withoutData(cause);
  const { code } = error as { code?: unknown };
  // Another service is away or slow. The message names the call, so a stack adds nothing.
  if (error instanceof Failure && isTransientError(error))
    return { type: name, code, message: error.message };
  return {
    type: name,
    ...(typeof code === 'string' && { code }),
    sqlState: sqlStateOf(error),
    stack: name.startsWith('Prisma') ? framesOf(stack) : stack,
    ...(hasCause && { cause: withoutData(cause) }),
  };
}

/** The stack frames of a stack trace, without the message before them. */
function framesOf(stack: string): string {
  const lines = stack.split('\n');
  const last = lines.findLastIndex((line) => !/^ +at /.test(line));
  return lines
    .slice(last + 1)
    .join('\n')
    .trimStart();
}

/**
 * A service's log: JSON lines, by default on standard output, with the trace id of the current call. Never
 * log personal data or secrets: no names, e-mail addresses, tokens or bodies.
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
