import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { fail } from '@venue-booking/proto/failures';
import { Plans } from '@venue-booking/proto/venue/plan';
import { z } from 'zod';
import type { Deps } from '../change.ts';
import { plannedVenues } from './plannedVenues.ts';
import { applyPlans, listPlans, removePlan } from './planStore.ts';

/** Plans of the operator, and the venues that have them. */
export const planRouter = (deps: Deps) =>
  t.router({
    list: t.procedure.query(() => listPlans(deps.database)),
    put: mutation(Plans, ({ plans }) => applyPlans(deps, plans)),
    remove: mutation(z.object({ key: z.string() }), ({ key }) => removePlan(deps.database, key)),
    ofVenue: query(z.object({ slug: z.string() }), async ({ slug }) => {
      const [venue] = await plannedVenues(deps.database, { slug, limit: 1 });
      if (!venue) throw fail('venue_not_found');
      return venue;
    }),
    venues: query(z.object({ after: z.string().optional(), limit: z.int() }), (page) =>
      plannedVenues(deps.database, page),
    ),
  });
