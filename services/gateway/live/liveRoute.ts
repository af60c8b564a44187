import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { type Request, type Response, Router } from 'express';
import { venueIdOf } from '../admin/writes.ts';
import type { Backends } from '../backends.ts';
import type { Callers } from '../callers.ts';
import { callFor, READ_BUDGET_MS } from '../inCall.ts';
import { answerAt } from '../methods.ts';
import type { VenueTurns } from '../venueTurns.ts';
import type { LiveStreams } from './liveStreams.ts';

/** Failures after which a stream ends: who listens may no longer. */
const ENDED = new Set([
  'unauthorized',
  'too_many_wrong_tokens',
  'venue_not_found',
  'operator_only',
  'owner_only',
]);

/**
 * `GET /api/admin/venues/{slug}/live`: server-sent events for whoever may read the bookings of a venue.
 * `change` says which booking or slot is no longer as it was, `venue` that anything may be; both carry ids
 * and states only. `ended` comes last when the caller may no longer listen.
 */
export function liveRoute(deps: {
  catalog: Backends['catalog'];
  callers: Callers;
  streams: LiveStreams;
  turns: VenueTurns;
}): Router {
  const { catalog, callers, streams, turns } = deps;
  const router = Router();

  const answer = async (request: Request<{ slug: string }>, response: Response) => {
    const { slug } = request.params;
    const { caller, venueId } = await callFor(request, READ_BUDGET_MS, async () => ({
      caller: await callers.require(request, 'desk'),
      venueId: await turns.admin.query(slug, () => venueIdOf(catalog, slug)),
    }));
    response.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      // Its connection goes with it, so that the reader of a gateway that stops comes to another.
      Connection: 'close',
    });
    if (request.method === 'HEAD') return void response.end();
    const stillMay = () =>
      callFor(request, READ_BUDGET_MS, async () => {
        try {
          await callers.require(request, 'desk');
          return true;
        } catch (error) {
          if (ENDED.has(failureOf(error)?.code ?? '')) return false;
          throw error;
        }
      });
    // Tokens of two venues may have the same name.
    const at = caller.role === 'operator' ? '' : slug;
    streams.open(response, { venueId, caller: `${at} ${caller.name}`, stillMay });
  };
  answerAt(router, '/api/admin/venues/:slug/live', { get: answer });
  return router;
}
