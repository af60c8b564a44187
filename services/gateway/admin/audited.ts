import { networkOf } from '@venue-booking/kit/http/clientAddress';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { SecurityDetails, SecurityEvents } from '@venue-booking/kit/metrics/securityEvents';
import type { AdminCall } from '@venue-booking/proto/admin/adminCall';
import { failureStatus } from '@venue-booking/proto/failures';
import type { Caller } from '../auth/callers.ts';
import type { RestContext } from '../rest/restProcedure.ts';

/** Runs an admin call and reports its security event, if it has one. */
export async function audited<Answer>(
  report: SecurityEvents,
  { call, input, ctx }: { call: AdminCall; input: object; ctx: RestContext & { caller: Caller } },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { security: event } = call;
  if (!event || (event === 'domains_changed' && !('domains' in input))) return run();
  // Evaluated after the call, because a sign-in sets its caller.
  const details = (answer?: unknown): SecurityDetails => ({
    actor: ctx.caller.actor,
    credential: ctx.caller.credential,
    network: networkOf(ctx.clientAddress),
    venue: textOf(input, 'slug'),
    target: textOf(answer, 'id') ?? textOf(input, 'id') ?? textOf(input, 'provider'),
  });
  try {
    const answer = await run();
    // The sign-in page looks a link up before anyone signs in with it.
    if (call.securityOf !== 'refusals') report(event, 'success', details(answer));
    return answer;
  } catch (error) {
    const code = failureOf(error)?.code;
    // Errors of the platform are in the error log.
    if (code && failureStatus(code) < 500)
      report(event, code === 'too_many_requests' ? 'limited' : 'refused', { ...details(), reason: code });
    throw error;
  }
}

function textOf(from: unknown, key: string): string | undefined {
  const value = (from as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
