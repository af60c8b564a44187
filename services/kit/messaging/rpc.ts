import { createTRPCClientProxy, type TRPCUntypedClient } from '@trpc/client';
import { type AnyTRPCRouter, callTRPCProcedure, initTRPC } from '@trpc/server';
import {
  Failure,
  type FailureCode,
  type FailureParams,
  fail,
  failureBefore,
  failures,
  failureText,
} from '@venue-booking/proto/failures';
import { rpcSubject, type ServiceName } from '@venue-booking/proto/subjects';
import { ZodError, type z } from 'zod';
import type { Metrics } from '../metrics/metrics.ts';
import { isPassingFault } from '../postgres/passingFault.ts';
import type { Log } from '../process/log.ts';
import { callOr, newCall, runInCall, traceparentOf } from './callContext.ts';
import { describeIssues } from './describeIssues.ts';
import type { Messaging, RpcHandler } from './messaging.ts';
import { rpcDurations } from './rpcDurations.ts';

/** The tRPC instance of the services, whose routers get what they need by closure: no context. */
export const t = initTRPC.create();

/** A procedure that answers, and changes nothing. */
export const query = <Input extends z.ZodType, Answer>(
  input: Input,
  answer: (input: z.output<Input>) => Answer | Promise<Answer>,
) => t.procedure.input(input).query((call) => answer(call.input as z.output<Input>));

/** A procedure that changes something. */
export const mutation = <Input extends z.ZodType, Answer>(
  input: Input,
  answer: (input: z.output<Input>) => Answer | Promise<Answer>,
) => t.procedure.input(input).mutation((call) => answer(call.input as z.output<Input>));

type Request = { type: 'query' | 'mutation'; input?: unknown };
/** `failure`: a code that the release before knows; `exact`: the one thrown, where that is another. */
type Reply = { data?: unknown } | { failure: FailureCode; exact?: FailureCode; params: FailureParams };

/** How long a call may take that no deadline was set for. */
const CALL_BUDGET_MS = 5000;

/** The expected failure inside an error, however often it was wrapped on its way; null for a bug. */
export function failureOf(error: unknown): Failure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Failure) return cause;
  }
  return null;
}

/** Calls a procedure of a router by its name, with an input that is still to be checked. */
export const callProcedure = (
  router: AnyTRPCRouter,
  path: string,
  { type, input, ctx = {} }: Request & { ctx?: object },
): Promise<unknown> => {
  const getRawInput = async () => input;
  return callTRPCProcedure({ router, path, type, ctx, getRawInput, signal: undefined, batchIndex: 0 });
};

/**
 * Answers requests to a router, whichever way they come. Expected failures cross as codes, faults that pass
 * (such as a database that is away) as `unavailable`, bugs as `internal`.
 * @param metrics where the answers are timed
 */
export function serveRouter(router: AnyTRPCRouter, log: Log, metrics?: Metrics): RpcHandler {
  const answered = metrics && rpcDurations(metrics);
  const answer = async (path: string, { type, input }: Request): Promise<Reply> => {
    try {
      return { data: await callProcedure(router, path, { type, input }) };
    } catch (error) {
      const failure = failureOf(error);
      if (failure) return refusal(failure);
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof ZodError)
        return { failure: 'validation', params: { detail: describeIssues(cause) } };
      if (isPassingFault(error)) {
        log.warn({ err: error, path }, 'procedure failed, for now');
        return refusal(fail('unavailable'));
      }
      log.error({ err: error, path }, 'procedure failed');
      return { failure: 'internal', params: {} };
    }
  };
  return async (path, payload, { traceparent, budgetMs }) => {
    const startedAt = performance.now();
    const reply = await runInCall(newCall(budgetMs, traceparent), async () =>
      answer(path, JSON.parse(Buffer.from(payload).toString()) as Request),
    );
    // Names of procedures that others made up would each be a series.
    const procedure = Object.hasOwn(router._def.procedures, path) ? path : 'other';
    const failure = 'failure' in reply ? (reply.exact ?? reply.failure) : null;
    answered?.(procedure, failure, (performance.now() - startedAt) / 1000);
    return Buffer.from(JSON.stringify(reply));
  };
}

function refusal({ code, params }: Failure): Reply {
  const before = failureBefore(code);
  return { failure: before, ...(before !== code && { exact: code }), params };
}

/**
 * A typed client of another service. It passes on the caller's trace id and what is left of its deadline.
 * Its errors carry a {@link Failure}; read it with {@link failureOf}.
 */
export function createClient<R extends AnyTRPCRouter>(service: ServiceName, messaging: Messaging) {
  const ask = (type: Request['type']) => (path: string, input: unknown) =>
    call(service, messaging, path, { type, input });
  // Without links: those make an observable and two signals for each call, 5 % of what a gateway does.
  const untyped = { query: ask('query'), mutation: ask('mutation') };
  return createTRPCClientProxy<R>(untyped as object as TRPCUntypedClient<R>);
}

async function call(
  service: ServiceName,
  messaging: Messaging,
  path: string,
  request: Request,
): Promise<unknown> {
  const context = callOr(CALL_BUDGET_MS);
  const budgetMs = context.deadlineAt - Date.now();
  if (budgetMs <= 0) throw fail('timeout');
  const payload = await messaging.request(rpcSubject(service, path), Buffer.from(JSON.stringify(request)), {
    traceparent: traceparentOf(context),
    budgetMs,
  });
  const reply = JSON.parse(Buffer.from(payload).toString()) as Reply;
  if ('failure' in reply) {
    const { exact } = reply;
    const code = exact !== undefined && Object.hasOwn(failures, exact) ? exact : reply.failure;
    const failure = new Failure(code, reply.params);
    failure.message = `${service}.${path}: ${failureText(code, reply.params, 'en')}`;
    throw failure;
  }
  return reply.data;
}
