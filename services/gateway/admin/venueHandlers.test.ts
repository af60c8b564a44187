import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminContext } from './procedures.ts';
import { venueHandlers } from './venueHandlers.ts';

test('saves no plan that an owner sends back, which the operator may be changing', async () => {
  const saved: object[] = [];
  const catalog = {
    getVenue: { query: async () => ({ domains: [], trusted: true, plan: 'large' }) },
    patchVenue: {
      async mutate({ patch }: { patch: object }) {
        saved.push(patch);
        return { venueId: 1, result: {}, eventIds: [] };
      },
    },
  };
  const applier = { awaitApplied: { query: async () => ({}) } };
  const deps = {
    backends: { catalog, availability: applier, booking: applier },
    isReserved: () => false,
    venueChanged: () => {},
  } as unknown as AdminDeps;
  const patchBy = (role: string) =>
    venueHandlers(deps).patchVenue({ slug: 'spa', force: false, name: 'Spa', trusted: true, plan: 'large' }, {
      caller: { role, name: role, session: null },
    } as AdminContext);
  await patchBy('owner');
  await patchBy('operator');
  assert.deepEqual(saved, [{ name: 'Spa' }, { name: 'Spa', trusted: true, plan: 'large' }]);
});
