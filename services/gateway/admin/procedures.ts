import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { SecurityEvents } from '@venue-booking/kit/metrics/securityEvents';
import { type AdminApi, adminGroups } from '@venue-booking/proto/admin/adminApi';
import {
  type AdminCall,
  type AnswerOf,
  type InputOf,
  inputOf,
  isAudited,
  isRefusedAtDeleted,
  takesBody,
} from '@venue-booking/proto/admin/adminCall';
import { Force } from '@venue-booking/proto/venue/rulesChange';
import { z } from 'zod';
import type { AuditLog } from '../audit/auditLog.ts';
import { recorded } from '../audit/recorded.ts';
import type { Caller } from '../auth/callers.ts';
import { adminProcedure, type RestContext, rest } from '../rest/restProcedure.ts';
import { metaOf } from './adminDescription.ts';
import { audited } from './audited.ts';

export type AdminContext = RestContext & { caller: Caller };

type Noun = keyof AdminApi;
type IdOf<N extends Noun> = N extends Noun ? keyof AdminApi[N]['calls'] : never;
type CallOf<N extends Noun, Id> = N extends Noun
  ? Extract<AdminApi[N]['calls'][Id & keyof AdminApi[N]['calls']], AdminCall>
  : never;

/** Handlers for the calls of some groups, by operation id. */
export type AdminHandlers<N extends Noun = Noun> = {
  [Id in IdOf<N>]: CallOf<N, Id> extends infer C extends AdminCall
    ? (input: InputOf<C>, ctx: AdminContext) => Promise<AnswerOf<C>>
    : never;
};

type AnyHandler = (input: unknown, ctx: AdminContext) => Promise<unknown>;

/** Builds the router of the admin API from the table of calls and their handlers. */
export function adminRouter(
  handlers: AdminHandlers,
  {
    security,
    audit,
    requireUndeleted,
  }: {
    security: SecurityEvents;
    audit: AuditLog;
    /** Rejects a change of a deleted venue. @throws `venue_deleted` */
    requireUndeleted: (slug: string) => Promise<void>;
  },
): AnyTRPCRouter {
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const [kind, group] of adminGroups)
    for (const [operationId, call] of Object.entries(group.calls)) {
      const handler = handlers[operationId as keyof AdminHandlers] as AnyHandler;
      const procedure = adminProcedure
        .meta(metaOf(operationId, call, group))
        .input(schemaOf(call))
        .output(call.answers);
      const reader = handlers[call.settings?.readBy as keyof AdminHandlers] as AnyHandler | undefined;
      const handle = ({ input, ctx }: { input: object; ctx: AdminContext }) => {
        const run = async () => {
          if (isRefusedAtDeleted(call)) await requireUndeleted((input as { slug: string }).slug);
          return handler(call.mayMeetBookings ? withForce(input) : input, ctx);
        };
        const made = { operationId, kind, call, input, ctx };
        return audited(security, { call, input, ctx }, () =>
          isAudited(call) ? recorded(audit, made, run, reader && (() => reader(input, ctx))) : run(),
        );
      };
      procedures[operationId] = call.method === 'GET' ? procedure.query(handle) : procedure.mutation(handle);
    }
  return rest.router(procedures);
}

/** {@link Force} as a query parameter, for calls without a body. */
const ForceQuery = z
  .enum(['true', 'false'])
  .optional()
  .describe(Force.description ?? '');

const withForce = (input: { force?: unknown }) => ({
  ...input,
  force: input.force === true || input.force === 'true',
});

/** The input schema of a call with its path parameters. A body rejects unknown keys, also an empty one. */
function schemaOf(call: AdminCall): z.ZodObject {
  const input = inputOf(call, takesBody(call) ? Force : ForceQuery) ?? z.object({});
  const whole = input.safeExtend(call.of.shape);
  return takesBody(call) ? whole.strict() : whole;
}
