import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { type Request, type Response, Router } from 'express';
import type { Callers } from '../auth/callers.ts';
import type { Backends } from '../backends/backends.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { registerRoute } from '../http/methods.ts';
import { READ_BUDGET_MS, runWithDeadline } from '../http/requestDeadline.ts';
import type { VenueBulkheads } from '../limits/venueBulkheads.ts';
import type { LiveStreams } from './liveStreams.ts';

/** Failures that end a stream, because the caller has lost access. */
const ENDED = new Set([
  'unauthorized',
  'too_many_wrong_tokens',
  'venue_not_found',
  'operator_only',
  'admin_only',
  'visit_required',
  'passkey_required',
  'owner_only',
]);

/**
 * `GET /api/admin/venues/{slug}/live`: server-sent events for callers that may read a venue's bookings.
 * `change` names a changed booking or slot; `venue` means that anything may have changed. Events carry only
 * ids and states. `ended` is the last event when the caller loses access.
 */
export function liveRoute(deps: {
  catalog: Backends['catalog'];
  callers: Callers;
  streams: LiveStreams;
  bulkheads: VenueBulkheads;
}): Router {
  const { catalog, callers, streams, bulkheads } = deps;
  const router = Router();

  const answer = async (request: Request<{ slug: string }>, response: Response) => {
    const { slug } = request.params;
    const { caller, venueId } = await runWithDeadline(request, READ_BUDGET_MS, async () => ({
      caller: await callers.require(request, 'desk'),
      venueId: await bulkheads.admin.query(slug, () => venueIdOf(catalog, slug)),
    }));
    response.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      // Close the connection, so that clients reconnect to another gateway when this one stops.
      Connection: 'close',
    });
    if (request.method === 'HEAD') return void response.end();
    const hasAccess = () =>
      runWithDeadline(request, READ_BUDGET_MS, async () => {
        try {
          await callers.require(request, 'desk');
          return true;
        } catch (error) {
          if (ENDED.has(failureOf(error)?.code ?? '')) return false;
          throw error;
        }
      });
    // Tokens of different venues may have the same name.
    const at = caller.role === 'operator' ? '' : slug;
    streams.open(response, { venueId, caller: `${at} ${caller.name}`, hasAccess });
  };
  registerRoute(router, '/api/admin/venues/:slug/live', { get: answer });
  return router;
}
