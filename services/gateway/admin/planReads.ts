import { createHash } from 'node:crypto';
import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import type { AdminAttention } from '@venue-booking/proto/reports/adminAttention';
import type { UsageQuery, VenueUsage } from '@venue-booking/proto/reports/usage';
import {
  COUNTED,
  isNearLimit,
  type LimitUsage,
  PlanLimits,
  type PlannedVenue,
  type VenuePlan,
} from '@venue-booking/proto/venue/plan';
import type { Backends } from '../backends/backends.ts';
import { daysOf, spanOf } from './feeReads.ts';

type Services = Pick<Backends, 'catalog' | 'booking'>;

/** The current month of a venue's booking days. */
const thisMonth = (venue: Omit<PlannedVenue, 'plan' | 'counts'>) =>
  spanOf(venue, daysOf(bookingDayAt(venue.timezone, venue.dayStart, Date.now()).slice(0, 7)));

/** The plan of a venue and the use of its limits. @throws `venue_not_found` */
export async function readPlan({ catalog, booking }: Services, slug: string): Promise<VenuePlan> {
  const venue = await catalog.plans.ofVenue.query({ slug });
  const { plan } = venue;
  return {
    plan: plan && { key: plan.key, name: plan.name, without: plan.rules.without },
    usage: await usageOf(booking, venue),
  };
}

async function usageOf(
  booking: Services['booking'],
  { plan, counts, ...venue }: PlannedVenue,
): Promise<LimitUsage[]> {
  const [bookings] = await booking.planUsage.query({ spans: [thisMonth(venue)] });
  const used = {
    ...counts,
    bookings_per_month: bookings?.bookings ?? 0,
    bookings_per_day: bookings?.lastDay ?? 0,
  };
  const usage = PlanLimits.keyof().options.map((limit) => ({
    limit,
    used: used[limit],
    included: plan?.rules.limits[limit] ?? null,
  }));
  // Without a limit per day, nothing is counted.
  return usage.filter(({ limit, included }) => limit !== 'bookings_per_day' || included !== null);
}

/** An entry of the attention list for each limit that is nearly reached. */
export async function planAttention({ catalog, booking }: Services, slug: string): Promise<AdminAttention[]> {
  const venue = await catalog.plans.ofVenue.query({ slug });
  const { plan } = venue;
  if (!plan) return [];
  const created_at = new Date(thisMonth(venue).from).toISOString();
  const usage = await usageOf(booking, venue);
  return usage.filter(isWorthNote).map(({ limit, used, included }) => ({
    id: idOf(`${slug} ${limit}`),
    kind: 'plan_limit' as const,
    booking_id: null,
    payment_id: null,
    detail: `${limit}: ${used} of ${included} of the plan ${plan.name}`,
    created_at,
    resolved_at: null,
    resolved_by: null,
  }));
}

/** A UUID of version 8 that stays the same for an entry. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`plan ${name}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** A plan with one facility or language is meant to be used up. */
const isWorthNote = (usage: LimitUsage): boolean => (usage.included ?? 0) > 3 && isNearLimit(usage);

/** A page of the usage of all venues in a month, by slug. */
export async function readUsage(
  { catalog, booking }: Services,
  { month, after, limit }: UsageQuery,
): Promise<VenueUsage[]> {
  const venues = await catalog.plans.venues.query({ after, limit });
  const days = daysOf(month);
  const usage = await booking.planUsage.query({ spans: venues.map((venue) => spanOf(venue, days)) });
  return venues.map(({ slug, name, plan, counts }, at) => ({
    venue: slug,
    venue_name: name,
    month,
    plan: plan?.key ?? null,
    bookings: usage[at]?.bookings ?? 0,
    ...(Object.fromEntries(COUNTED.map((what) => [what, counts[what]])) as typeof counts),
  }));
}
