import { setImmediate } from 'node:timers/promises';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { currentOrNewCall, traceparentOf } from '@venue-booking/kit/concurrency/callContext';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { callProcedure, failureOf } from '@venue-booking/kit/messaging/rpc';
import { takesBody } from '@venue-booking/proto/admin/adminCall';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import express, { type Request, type Response, type Router } from 'express';
import { ZodError, type ZodType } from 'zod';
import type { Callers } from '../auth/callers.ts';
import { preferredLanguage } from '../http/contentNegotiation.ts';
import { BODY_LIMIT_KB, bodyReader, verifyText } from '../http/requestBody.ts';
import { READ_BUDGET_MS, runWithDeadline, WRITE_BUDGET_MS } from '../http/requestDeadline.ts';
import type { VenueBulkheads } from '../limits/venueBulkheads.ts';
import { tenantOf } from '../tenancy/cors.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import type { ResponseCache } from './responseCache.ts';
import { callsOf, pathOf, type RestContext } from './restProcedure.ts';

/**
 * Serves the procedures of a router at the paths of their `openapi` meta. trpc-to-openapi's own handler is
 * not used: it does not decode path parameters, coerces shared schemas and leaks exception messages
 * (docs/decisions/0003-rest-adapter.md).
 */

type Deps = {
  router: AnyTRPCRouter;
  responseCache: ResponseCache;
  tenancy: Tenancy;
  callers: Callers;
  bulkheads: VenueBulkheads;
};

export function restAdapter({ router, responseCache, tenancy, callers, bulkheads }: Deps): Router {
  const routes = express.Router();
  for (const { name, procedure, openapi, ...meta } of callsOf(router)) {
    const type = procedure._def.type as 'query' | 'mutation';
    const method = openapi.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const hasBody = takesBody(openapi);

    const handle = async (request: Request, response: Response): Promise<void> => {
      const tenant = meta.scope === 'public' ? await tenantOf(tenancy, request, response) : null;
      const callerOf = async () =>
        tenant ? null : callers.require(request, meta.role ?? 'owner', meta.changes);
      const ctx: RestContext = {
        tenant,
        caller: await callerOf(),
        clientAddress: request.ip ?? '',
        header: (header) => request.get(header),
        language: preferredLanguage(request),
        idempotencyKey: hasBody ? idempotencyKeyOf(request) : undefined,
        setHeader: (name, value) => response.setHeader(name, value),
      };
      if (hasBody) await parseBody(request, response);
      if (method === 'patch' && isEmpty(request.body)) throw fail('nothing_to_change');
      const input = inputOf(request, hasBody);
      const run = async () => {
        // Check again: a slow body or the bulkhead may have delayed the call, and the caller may have been
        // removed.
        ctx.caller = await callerOf();
        if (type === 'mutation') await requireConnected(request);
        const data = await callProcedure(router, name, { type, input, ctx }).catch((error: unknown) => {
          throw toFailure(error, { unknownId: meta.unknownId, path: openapi.path, hasBody });
        });
        return Buffer.from(JSON.stringify(data));
      };
      // Calls about oneself may name any venue, so they do not count against a venue's bulkhead.
      const slug = meta.role === 'signed_in' ? undefined : request.params.slug;
      const bulkheadKey = tenant ? String(tenant.venueId) : (slug ?? ctx.caller?.session?.hash);
      const runInBulkhead = () =>
        typeof bulkheadKey === 'string' ? bulkheads[meta.scope][type](bulkheadKey, run) : run();
      const inputKey = meta.cached ? inputKeyOf(procedure, input) : null;
      if (inputKey === null || !tenant) return send(response, meta.status ?? 200, await runInBulkhead());
      const key = `${name} ${inputKey}`;
      responseCache.send(request, response, {
        tenant,
        key,
        body: await responseCache.get(tenant, key, runInBulkhead),
      });
    };

    const budget = method === 'get' ? READ_BUDGET_MS : WRITE_BUDGET_MS;
    routes[method](pathOf(openapi), (request, response) => {
      return runWithDeadline(request, budget, () => {
        response.setHeader('traceparent', traceparentOf(currentOrNewCall(0)));
        return handle(request, response);
      });
    });
  }
  return routes;
}

/** The cache key: the parsed input, so that unknown parameters create no entries. Null for invalid input. */
function inputKeyOf(procedure: AnyTRPCProcedure, input: unknown): string | null {
  const [schema] = (procedure._def as unknown as { inputs: ZodType[] }).inputs;
  const parsed = schema?.safeParse(input);
  return parsed?.success ? JSON.stringify(parsed.data) : null;
}

/**
 * Rejects a write whose client has disconnected: executed late, it could overwrite newer changes. If the
 * process was blocked, a disconnect that arrived with the request is visible only two event loop turns later.
 * @throws `timeout`
 */
async function requireConnected({ socket }: Request): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await setImmediate();
  if (socket.destroyed) throw fail('timeout');
}

function send(response: Response, status: number, bytes: Buffer): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.setHeader('Cache-Control', 'no-store');
  response.end(bytes);
}

const readBody = bodyReader(BODY_LIMIT_KB, (limit) =>
  express.json({ limit, type: () => true, strict: false, verify: verifyText }),
);

/** Parses a JSON body; an absent body is an empty object. @throws `not_json` for other media types */
async function parseBody(request: Request, response: Response): Promise<void> {
  const isSent =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (isSent && !request.is(['application/json', 'application/*+json'])) throw fail('not_json');
  await readBody(request, response);
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0);

/**
 * Path parameters override the body, so that it cannot address another resource. A numeric `id` becomes a
 * number.
 */
function inputOf(request: Request, hasBody: boolean): unknown {
  const fromPath = Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [
      name,
      name === 'id' && typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
    ]),
  );
  if (!hasBody) return { ...request.query, ...fromPath };
  const body: unknown = request.body ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return { ...body, ...fromPath };
}

function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get('idempotency-key')?.trim();
  if (key === undefined) return undefined;
  const { error } = IdempotencyKey.safeParse(key);
  if (error) throw fail('validation', { detail: `Idempotency-Key: ${error.issues[0]?.message}` });
  return key;
}

function toFailure(
  error: unknown,
  { unknownId, path, hasBody }: { unknownId: FailureCode | undefined; path: string; hasBody: boolean },
): unknown {
  const failure = failureOf(error);
  if (failure) return failure;
  const cause = error instanceof Error ? error.cause : undefined;
  // Only an invalid request has a zod error with BAD_REQUEST. An invalid response of ours is a bug.
  if (!(cause instanceof ZodError) || (error as { code?: string }).code !== 'BAD_REQUEST') return error;
  // A malformed id in the path gets the same 404 as an unknown one.
  const isWrong = (name: string) =>
    path.includes(`{${name}}`) && cause.issues.some((issue) => issue.path[0] === name);
  if (isWrong('slug')) return fail('venue_not_found');
  if (unknownId && isWrong('id')) return fail(unknownId);
  if (isWrong('delivery_id')) return fail('delivery_not_found');
  if (isWrong('payment_id')) return fail('desk_payment_not_found');
  return fail(hasBody ? 'validation' : 'invalid_request', { detail: describeIssues(cause) });
}
