import { type AnyTRPCProcedure, type AnyTRPCRouter, initTRPC } from '@trpc/server';
import type { Role } from '@venue-booking/proto/admin/adminCall';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Caller } from '../auth/callers.ts';

/** The context of a procedure, from its REST request. */
export type RestContext = {
  /** The venue of a public call, whose origin is already checked. Null for an admin call. */
  tenant: Tenant | null;
  /** The authorised caller of an admin call. Null for a public call. */
  caller: Caller | null;
  clientAddress: string;
  /** Returns a request header by name. */
  header(name: string): string | undefined;
  /** The language of error texts. */
  language: Locale;
  idempotencyKey: string | undefined;
  setHeader(name: string, value: string | string[]): void;
};

/** Metadata of a procedure for the REST adapter and the OpenAPI description. */
export type RestMeta = OpenApiMeta & {
  /** `public` calls name a venue, `admin` calls need a session or a token. */
  scope: 'public' | 'admin';
  /** The role that an admin call requires. Default: an owner of the venue, or the operator. */
  role?: Role | undefined;
  /** Whether an admin call changes anything that support may not. Default: by its method. */
  changes?: boolean | undefined;
  /** Status of success. Default: 200. */
  status?: 201 | undefined;
  /** A read whose response may be up to a second old. */
  cached?: true | undefined;
  /** A list that is also available as CSV. */
  csv?: boolean | undefined;
  /** Whether it can also return a PDF. */
  pdf?: boolean | undefined;
  /** A paginated list, whose Link header names the next page. */
  pages?: boolean;
  /** Media types of the request body, if not JSON. */
  requestTypes?: readonly string[];
  /** Media type of the response, if not JSON. */
  responseType?: string;
  /** Serves an HTML page to clients that do not prefer JSON. */
  isPage?: true;
  /** The failure for a malformed id in the path. */
  unknownId?: FailureCode | undefined;
};

/** The calls of a router that have a path, with their names. */
export const callsOf = (router: AnyTRPCRouter) =>
  Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>).flatMap(([name, procedure]) => {
    const { openapi, ...meta } = procedure._def.meta as RestMeta;
    return openapi ? [{ name, procedure, openapi, ...meta }] : [];
  });

/** The path of a call in Express's syntax. */
export const pathOf = ({ path }: { path: string }): string => path.replace(/\{(\w+)\}/g, ':$1');

export const rest = initTRPC.context<RestContext>().meta<RestMeta>().create();

/** The procedure of a call that other code serves; it exists only for the OpenAPI description. */
export const servedElsewhere = (): never => {
  throw new Error('only described here');
};

/** For public calls, whose venue the adapter has resolved. */
export const publicProcedure = rest.procedure.use(({ ctx, next }) => {
  if (!ctx.tenant) throw fail('venue_missing');
  return next({ ctx: { ...ctx, tenant: ctx.tenant, venueId: ctx.tenant.venueId } });
});

/** For admin calls, whose role the adapter has checked. */
export const adminProcedure = rest.procedure.use(({ ctx, next }) => {
  if (!ctx.caller) throw fail('unauthorized');
  return next({ ctx: { ...ctx, caller: ctx.caller } });
});
