import { randomUUID } from 'node:crypto';
import { networkOf } from '@venue-booking/kit/http/clientAddress';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { AdminCall } from '@venue-booking/proto/admin/adminCall';
import { failureStatus } from '@venue-booking/proto/failures';
import type { AuditRecord } from '@venue-booking/proto/reports/auditEntry';
import type { Caller } from '../auth/callers.ts';
import type { RestContext } from '../rest/restProcedure.ts';
import type { AuditLog } from './auditLog.ts';
import { changesOf } from './changedSettings.ts';
import { targetOf } from './target.ts';

type Made = {
  operationId: string;
  kind: string;
  call: AdminCall;
  input: object;
  ctx: Pick<RestContext, 'clientAddress'> & { caller: Caller };
};

/** Runs a change with an entry in the audit log. @param read the settings that it changes */
export async function recorded<Answer>(
  audit: AuditLog,
  { operationId, kind, call, input, ctx }: Made,
  run: () => Promise<Answer>,
  read?: () => Promise<unknown>,
): Promise<Answer> {
  const change = {
    call: operationId,
    kind,
    venue: venueOf(call, input, ctx.caller),
    clientAddress: ctx.clientAddress,
    // A sign-in sets the name of its caller.
    actor: () => ctx.caller.name,
    target: (answer?: unknown) => targetOf({ kind, call, input }, answer),
    // Anybody can try to sign in, so a failed attempt must not add an entry.
    onlySuccess: call.role === 'anyone',
  };
  if (!call.settings) return recordChange(audit, change, run);
  let before: unknown;
  const readBefore = async () => {
    before = await read?.().catch(() => undefined);
  };
  const changes = (answer: unknown) => changesOf(input, before, answer);
  return recordChange(audit, { ...change, changes, prepare: readBefore }, run);
}

/** The venue of a call. Null for a call about oneself that names somebody else's venue. */
function venueOf({ role }: AdminCall, input: object, { session }: Caller): string | null {
  const { slug } = input as { slug?: unknown };
  if (typeof slug !== 'string') return null;
  const isOwn = role !== 'signed_in' || session?.venues.some((venue) => venue.slug === slug);
  return isOwn ? slug : null;
}

/** Runs a change: stores an entry before it, and its outcome afterwards without delaying the response. */
export async function recordChange<Answer>(
  audit: AuditLog,
  change: {
    call: string;
    kind: string;
    venue: string | null;
    clientAddress: string;
    actor: () => string;
    target: (answer?: unknown) => string | null;
    changes?: (answer: unknown) => AuditRecord['changes'];
    /** Runs beside the storing of the entry. */
    prepare?: () => Promise<void>;
    onlySuccess?: boolean;
  },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { call, kind, venue, clientAddress, actor, target, changes, prepare, onlySuccess } = change;
  const begun = {
    ...{ id: randomUUID(), at: new Date().toISOString(), venue, call, kind },
    network: networkOf(clientAddress),
  };
  // PostgreSQL rejects half of a character that is cut at the maximum, and with it all entries of the
  // message.
  const entry = (outcome: AuditRecord['outcome'], reason: string | null, answer?: unknown): AuditRecord => ({
    ...begun,
    actor: actor().slice(0, 500).toWellFormed(),
    target: target(answer)?.slice(0, 500).toWellFormed() ?? null,
    outcome,
    reason,
    changes: outcome === 'done' ? (changes?.(answer) ?? []) : [],
  });
  if (!onlySuccess) await Promise.all([audit.begin(entry('unknown', null)), prepare?.()]);
  try {
    const answer = await run();
    if (onlySuccess) await audit.begin(entry('done', null, answer));
    else audit.end(entry('done', null, answer));
    return answer;
  } catch (error) {
    const code = failureOf(error)?.code;
    // After an error of the platform, such as a timeout, the change may have been saved.
    const isRejected = code !== undefined && failureStatus(code) < 500;
    if (!onlySuccess) audit.end(entry(isRejected ? 'rejected' : 'unknown', code ?? 'internal'));
    throw error;
  }
}
