import { z } from 'zod';
import { isDistinct, nameLine } from '../primitives.ts';
import { withoutRules } from '../withoutRules.ts';

/**
 * Plans of the operator: what a venue may have and use. A venue without a plan has no limits. See
 * docs/decisions/0118-plans.md.
 */

/** The plan of venues that signed up themselves, until the operator gives them another one or none. */
export const NEW_VENUE_PLAN = 'new';

export const PlanKey = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/,
    'must be lower-case letters, digits and inner hyphens, at most 40',
  )
  .describe('Key of the plan, such as basic');

const maximum = (most: number, what: string) => z.int().min(0).max(most).optional().describe(what);

/** Length of a day of `bookings_per_day`: the last hours, whatever the time zone. */
const DAY_HOURS = 24;

/** The limits of a plan. An absent one does not limit. */
export const PlanLimits = z.strictObject({
  facilities: maximum(1000, 'Facilities, including inactive ones'),
  people: maximum(1000, 'People with access to the dashboard'),
  domains: maximum(20, 'Own domains'),
  languages: maximum(10, 'Languages of texts for guests, including the language of the venue'),
  bookings_per_month: maximum(
    10_000_000,
    'Bookings with a visit in a calendar month, without cancelled ones. More are never rejected: the owner is warned, and the usage shows them',
  ),
  bookings_per_day: maximum(
    100_000,
    `Online bookings within ${DAY_HOURS} hours. Further ones are rejected, so use it only against abuse`,
  ),
});
export type PlanLimits = z.infer<typeof PlanLimits>;

/** Limits on what a venue has. The catalog service enforces them where it is created. */
export const COUNTED = [
  'facilities',
  'people',
  'domains',
  'languages',
] as const satisfies (keyof PlanLimits)[];
export type Counted = (typeof COUNTED)[number];

/** Features that a plan may lack. */
export const PlanFeature = z.enum(['waiting_list', 'invoicing', 'api_tokens', 'sms']);
export type PlanFeature = z.infer<typeof PlanFeature>;

/** A plan in a request. */
const NewPlan = z.strictObject({
  key: PlanKey,
  name: nameLine(100).describe('Name of the plan for owners'),
  limits: PlanLimits.default({}).describe('The limits; an absent one does not limit'),
  without: z
    .array(PlanFeature)
    .max(PlanFeature.options.length)
    .refine(isDistinct, 'must not name a feature twice')
    .default([])
    .describe('Features that the plan lacks. A venue keeps those that it uses already'),
});

/** A plan of the operator. Responses of a newer service may contain more. */
export const Plan = withoutRules(NewPlan);
export type Plan = z.infer<typeof Plan>;

/** The limits and missing features of a plan. */
export type PlanRules = Pick<Plan, 'limits' | 'without'>;

/** Body of `PUT /api/admin/plans`. */
export const Plans = z.strictObject({
  plans: z
    .array(NewPlan)
    .min(1)
    .max(50)
    .refine((plans) => isDistinct(plans.map(({ key }) => key)), 'must not use a key twice')
    .describe('Plans to create or replace. Other plans stay as they are'),
});

/** Percentage of a limit from which owners are warned. */
const WARN_AT_PERCENT = 80;

/** The use of one limit. */
export const LimitUsage = z.object({
  limit: PlanLimits.keyof(),
  used: z
    .int()
    .describe(`How much of it the venue uses now, in this month, or within the last ${DAY_HOURS} hours`),
  included: z.int().nullable().describe('How much of it the plan includes; null: no limit'),
});
export type LimitUsage = z.infer<typeof LimitUsage>;

/** The plan of a venue and the use of its limits. */
export const VenuePlan = z.object({
  plan: z
    .object({ key: z.string(), name: z.string(), without: z.array(PlanFeature) })
    .nullable()
    .describe('null: the venue has no plan, and so no limits'),
  usage: z.array(LimitUsage),
});
export type VenuePlan = z.infer<typeof VenuePlan>;

/** What catalog knows of the plan of a venue. */
export type PlannedVenue = {
  venueId: number;
  slug: string;
  name: string;
  timezone: string;
  dayStart: string;
  plan: { key: string; name: string; rules: PlanRules } | null;
  counts: Record<Counted, number>;
};

/** Whether a limit is so far used that the owner is warned. */
export const isNearLimit = ({ used, included: most }: LimitUsage): boolean =>
  most !== null && most > 0 && used * 100 >= most * WARN_AT_PERCENT;
