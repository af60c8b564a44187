import { type AnyTRPCProcedure, type AnyTRPCRouter, initTRPC } from '@trpc/server';
import type { Role } from '@venue-booking/proto/admin/adminCall';
import { type FailureCode, fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Tenant } from '@venue-booking/proto/venue';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Caller } from './callers.ts';

/** What a REST request brings to its procedure. */
export type RestContext = {
  /** The venue of a public call; it has been found and the caller's origin checked. */
  tenant: Tenant | null;
  /** Who makes an admin call; it may. Null for a public call. */
  caller: Caller | null;
  clientAddress: string;
  /** A request header, by its name. */
  header(name: string): string | undefined;
  /** That errors are told in. */
  language: Locale;
  idempotencyKey: string | undefined;
  setHeader(name: string, value: string | string[]): void;
};

/** What the adapter needs to know of a procedure beside its OpenAPI description. */
export type RestMeta = OpenApiMeta & {
  /** `public` calls name a venue, `admin` calls bring a session or a token. */
  scope: 'public' | 'admin';
  /** Who may make an admin call: an owner of the venue, and the operator, where nothing is said. */
  role?: Role | undefined;
  /** Status of success; 200 when absent. */
  status?: 201 | undefined;
  /** A read whose answer may be up to a second old. */
  cached?: true | undefined;
  /** A list that is CSV for who prefers that. */
  csv?: boolean | undefined;
  /** A list whose next page the Link header names. */
  pages?: boolean;
  /** The media types of its body, where that is no JSON. */
  takes?: readonly string[];
  /** The media type of its answer, where that is no JSON. */
  answers?: string;
  /** Whether it is a page for who does not prefer JSON. */
  isPage?: true;
  /** What a path id answers that can't exist. */
  unknownId?: FailureCode | undefined;
};

/** The calls of a router that have a path, by their names. */
export const callsOf = (router: AnyTRPCRouter) =>
  Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>).flatMap(([name, procedure]) => {
    const { openapi, ...meta } = procedure._def.meta as RestMeta;
    return openapi ? [{ name, procedure, openapi, ...meta }] : [];
  });

/** The path of a call as Express writes it. */
export const pathOf = ({ path }: { path: string }): string => path.replace(/\{(\w+)\}/g, ':$1');

export const rest = initTRPC.context<RestContext>().meta<RestMeta>().create();

/** Of a call that something else answers, and that is here for the API's description. */
export const onlyDescribed = (): never => {
  throw new Error('only described here');
};

/** For guests: the venue is known. */
export const publicProcedure = rest.procedure.use(({ ctx, next }) => {
  if (!ctx.tenant) throw fail('venue_missing');
  return next({ ctx: { ...ctx, tenant: ctx.tenant, venueId: ctx.tenant.venueId } });
});

/** For whom the role of the call says: the adapter has checked it. */
export const adminProcedure = rest.procedure.use(({ ctx, next }) => {
  if (!ctx.caller) throw fail('unauthorized');
  return next({ ctx: { ...ctx, caller: ctx.caller } });
});
