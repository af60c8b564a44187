import { z } from 'zod';
import { UsageQuery, VenueUsage } from '../reports/usage.ts';
import { Plan, Plans, VenuePlan } from '../venue/plan.ts';
import type { CallGroup } from './adminCall.ts';
import { plan, platform, venue } from './resources.ts';

/** Calls about the plans of venues and their usage. */
export const planCalls = {
  about: 'Plans with limits and features, and the usage of venues',
  tag: 'plans',
  calls: {
    listPlans: {
      verb: 'list',
      does: 'List the plans by key',
      method: 'GET',
      of: platform,
      path: '/plans',
      role: 'operator',
      answers: z.array(Plan),
      columns: ['key', 'name', 'limits', 'without'],
    },
    applyPlans: {
      verb: 'apply',
      settings: {},
      does: 'Create or replace plans',
      more: 'Takes effect for all venues of these plans. Sending the same plans again changes nothing.',
      method: 'PUT',
      of: platform,
      path: '/plans',
      role: 'operator',
      input: Plans,
      answers: z.array(Plan),
      columns: ['key', 'name', 'limits', 'without'],
    },
    removePlan: {
      verb: 'remove',
      does: 'Remove a plan that no venue has',
      method: 'DELETE',
      of: plan,
      role: 'operator',
      answers: Plan,
      errors: { 404: 'Unknown plan', 409: 'Venues have this plan, or it is the plan of new venues' },
    },
    showPlan: {
      verb: 'show',
      does: 'Show the plan of a venue and how much of its limits is used',
      method: 'GET',
      of: venue,
      path: '/plan',
      answers: VenuePlan,
    },
    listUsage: {
      verb: 'usage',
      does: 'List the usage of all venues in a month, by slug',
      more: 'For billing. Bookings count in the month of the visit, as in the reports of the venue.',
      method: 'GET',
      of: platform,
      path: '/usage',
      role: 'operator',
      input: UsageQuery,
      answers: z.array(VenueUsage),
      pages: { parameter: 'after', key: 'venue' },
      showsAll: true,
      csv: { verb: 'export-usage', does: 'Export the usage of a month as CSV' },
      columns: ['venue', 'plan', 'month', 'bookings', 'facilities', 'people', 'domains', 'languages'],
    },
  },
} as const satisfies CallGroup;
