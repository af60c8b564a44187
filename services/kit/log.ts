import pino from 'pino';
import { currentCall } from './callContext.ts';

export type Log = pino.Logger;

/**
 * A service's log: JSON lines on standard output, with the trace id of the call that wrote them.
 * Nothing personal is logged: no names, e-mail addresses, tokens or bodies.
 */
export const createLog = (service: string, level: string): Log =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const call = currentCall();
      return call ? { traceId: call.traceId } : {};
    },
  });
