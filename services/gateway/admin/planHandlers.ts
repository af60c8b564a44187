import type { AdminDeps } from './adminDeps.ts';
import { readPlan, readUsage } from './planReads.ts';
import type { AdminHandlers } from './procedures.ts';

/** Events that one call awaits. With more venues, the new rules take effect in the next seconds. */
const MAX_AWAITED = 100;

/** Handlers of plans and of usage. */
export function planHandlers(deps: AdminDeps): AdminHandlers<'plan'> {
  const { backends } = deps;
  const { catalog, booking } = backends;
  return {
    listPlans: () => catalog.plans.list.query(),
    async applyPlans(input) {
      const { eventIds } = await catalog.plans.put.mutate(input);
      if (eventIds.length > 0) await booking.awaitApplied.query({ eventIds: eventIds.slice(0, MAX_AWAITED) });
      return catalog.plans.list.query();
    },
    removePlan: (input) => catalog.plans.remove.mutate(input),
    showPlan: ({ slug }) => readPlan(backends, slug),
    listUsage: (input) => readUsage(backends, input),
  };
}
