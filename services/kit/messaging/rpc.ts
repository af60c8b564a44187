import { createTRPCClientProxy, type TRPCUntypedClient } from '@trpc/client';
import { type AnyTRPCRouter, callTRPCProcedure, initTRPC } from '@trpc/server';
import {
  codeForPreviousRelease,
  Failure,
  type FailureCode,
  type FailureParams,
  fail,
  failures,
  failureText,
} from '@venue-booking/proto/failures';
import { rpcSubject, type ServiceName } from '@venue-booking/proto/subjects';
import { ZodError, type z } from 'zod';
import { currentOrNewCall, newCall, traceparentOf } from '../concurrency/callContext.ts';
import { describeIssues } from '../errors/describeIssues.ts';
import { isTransientError } from '../errors/transientError.ts';
import type { Log } from '../logging/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { inEntrySpan, inSpan } from '../tracing/spans.ts';
import type { Messaging, RpcHandler } from './messaging.ts';
import { rpcDurations } from './rpcDurations.ts';

/** The tRPC instance of the services. Routers get their dependencies by closure, so it has no context. */
export const t = initTRPC.create();

/** A procedure that only reads. */
export const query = <Input extends z.ZodType, Answer>(
  input: Input,
  answer: (input: z.output<Input>) => Answer | Promise<Answer>,
) => t.procedure.input(input).query((call) => answer(call.input as z.output<Input>));

export const mutation = <Input extends z.ZodType, Answer>(
  input: Input,
  answer: (input: z.output<Input>) => Answer | Promise<Answer>,
) => t.procedure.input(input).mutation((call) => answer(call.input as z.output<Input>));

type Request = { type: 'query' | 'mutation'; input?: unknown };
/**
 * `failure`: a code that the previous release knows. `exact`: the code that was thrown, if it is a newer one.
 */
type Reply = { data?: unknown } | { failure: FailureCode; exact?: FailureCode; params: FailureParams };

/** Timeout of a call that has no deadline. */
const CALL_BUDGET_MS = 5000;

/** Returns the expected failure in an error or its causes, or null for an unexpected error. */
export function failureOf(error: unknown): Failure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Failure) return cause;
  }
  return null;
}

/** Calls a procedure of a router by name. The router validates the input. */
export const callProcedure = (
  router: AnyTRPCRouter,
  path: string,
  { type, input, ctx = {} }: Request & { ctx?: object },
): Promise<unknown> => {
  const getRawInput = async () => input;
  return callTRPCProcedure({ router, path, type, ctx, getRawInput, signal: undefined, batchIndex: 0 });
};

/**
 * Handles requests to a router, over any transport. Expected failures are sent as codes, transient faults
 * (such as an unreachable database) as `unavailable`, unexpected errors as `internal`.
 * @param metrics where response times are recorded
 */
export function serveRouter(router: AnyTRPCRouter, log: Log, metrics?: Metrics): RpcHandler {
  const answered = metrics && rpcDurations(metrics);
  const answer = async (path: string, { type, input }: Request): Promise<Reply> => {
    try {
      return { data: await callProcedure(router, path, { type, input }) };
    } catch (error) {
      const failure = failureOf(error);
      if (failure) return failureReply(failure);
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof ZodError)
        return { failure: 'validation', params: { detail: describeIssues(cause) } };
      if (isTransientError(error)) {
        log.warn({ err: error, path }, 'procedure failed, transient fault');
        return failureReply(fail('unavailable'));
      }
      log.error({ err: error, path }, 'procedure failed');
      return { failure: 'internal', params: {} };
    }
  };
  return async (path, payload, { traceparent, budgetMs }) => {
    const startedAt = performance.now();
    // Unknown procedure names share one label; otherwise a caller could create any number of series.
    const procedure = Object.hasOwn(router._def.procedures, path) ? path : 'other';
    const call = newCall(budgetMs, traceparent);
    const reply = await inEntrySpan(call, procedure, { kind: 'server', parent: traceparent }, (span) =>
      answer(path, JSON.parse(Buffer.from(payload).toString()) as Request).then((reply) => {
        const failure = failureIn(reply);
        if (failure !== null) span?.setAttributes({ 'error.type': failure });
        return reply;
      }),
    );
    const failure = failureIn(reply);
    answered?.(procedure, failure, (performance.now() - startedAt) / 1000);
    return Buffer.from(JSON.stringify(reply));
  };
}

/** The code of the failure in a reply, or null. */
const failureIn = (reply: Reply): FailureCode | null =>
  'failure' in reply ? (reply.exact ?? reply.failure) : null;

function failureReply({ code, params }: Failure): Reply {
  const before = codeForPreviousRelease(code);
  return { failure: before, ...(before !== code && { exact: code }), params };
}

/**
 * A typed client of another service. It passes on the caller's trace id and remaining time. Its errors
 * contain a {@link Failure}, which {@link failureOf} returns. Queries are sent again when a replica leaves
 * before it has responded.
 * @param options.mayRepeat which mutations are idempotent, and sent again too
 */
export function createClient<R extends AnyTRPCRouter>(
  service: ServiceName,
  messaging: Messaging,
  { mayRepeat = () => false }: { mayRepeat?: (path: string, input: unknown) => boolean } = {},
) {
  const ask = (type: Request['type']) => (path: string, input: unknown) =>
    call({ service, messaging, repeatable: type === 'query' || mayRepeat(path, input) }, path, {
      type,
      input,
    });
  // Bypasses tRPC's links: they create an observable and two signals per call, 5 % of the gateway's CPU time.
  const untyped = { query: ask('query'), mutation: ask('mutation') };
  return createTRPCClientProxy<R>(untyped as object as TRPCUntypedClient<R>);
}

type Called = { service: ServiceName; messaging: Messaging; repeatable: boolean };

const call = (to: Called, path: string, request: Request): Promise<unknown> =>
  inSpan(`${to.service}.${path}`, { kind: 'client' }, () => send(to, path, request));

async function send(
  { service, messaging, repeatable }: Called,
  path: string,
  request: Request,
): Promise<unknown> {
  const context = currentOrNewCall(CALL_BUDGET_MS);
  const budgetMs = context.deadlineAt - Date.now();
  if (budgetMs <= 0) throw fail('timeout');
  const payload = await messaging
    .request(rpcSubject(service, path), Buffer.from(JSON.stringify(request)), {
      traceparent: traceparentOf(context),
      budgetMs,
      repeatable,
    })
    .catch((error) => {
      if (error instanceof Failure) error.message = `${service}.${path}: ${error.code}`;
      throw error;
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
