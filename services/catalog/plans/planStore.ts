import { isSame } from '@venue-booking/domain/schedule/settingsChange';
import { appendEvents } from '@venue-booking/kit/events/outbox';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { fail } from '@venue-booking/proto/failures';
import { NEW_VENUE_PLAN, type Plan, type PlanRules } from '@venue-booking/proto/venue/plan';
import type { Deps } from '../change.ts';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { Plan as Row } from '../gen/prisma/client.ts';
import { venueChanged } from '../venueEvents.ts';

/** Venues that get changed rules in one transaction. */
const BATCH = 100;

const toPlan = ({ key, name, rules }: Row): Plan => ({ key, name, ...(rules as PlanRules) });

/** All plans, by key. */
export const listPlans = async (database: CatalogDatabase): Promise<Plan[]> =>
  (await database.plan.findMany({ orderBy: { key: 'asc' } })).map(toPlan);

/** The rules of a plan, which stays until the transaction ends. @throws `validation` if it does not exist */
export async function requirePlan(tx: CatalogTx, key: string): Promise<PlanRules> {
  const [row] = await tx.$queryRaw<{ rules: PlanRules }[]>`
    SELECT rules FROM catalog.plan WHERE key = ${key} FOR SHARE`;
  if (!row) throw fail('validation', { detail: `plan: there is no plan "${key}"` });
  return row.rules;
}

/**
 * Creates or replaces plans, then gives their venues the new rules, in batches. Repeating it after a crash
 * does the rest.
 * @returns the ids of the events of the changed venues
 */
export async function applyPlans(deps: Deps, plans: readonly Plan[]): Promise<{ eventIds: string[] }> {
  const { database, wakeRelay } = deps;
  // By key, so that two concurrent calls cannot deadlock.
  const sorted = plans.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await database.$transaction(async (tx) => {
    for (const { key, name, ...rules } of sorted)
      await tx.plan.upsert({ where: { key }, create: { key, name, rules }, update: { name, rules } });
  });
  const eventIds: string[] = [];
  for (const { key } of sorted)
    for (let after = 0; ; ) {
      const batch = await retryConflicts(() => database.$transaction((tx) => renewRules(tx, { key, after })));
      eventIds.push(...batch.eventIds);
      wakeRelay();
      if (batch.last === null) break;
      after = batch.last;
    }
  return { eventIds };
}

/** Gives a batch of venues the rules of their plan. `last`: the last venue; null: there are no more. */
async function renewRules(
  tx: CatalogTx,
  { key, after }: { key: string; after: number },
): Promise<{ last: number | null; eventIds: string[] }> {
  const venues = await tx.$queryRaw<{ id: number; planRules: PlanRules }[]>`
    SELECT id, plan_rules AS "planRules" FROM catalog.venue WHERE plan = ${key} AND id > ${after}
    ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`;
  if (venues.length === 0) return { last: null, eventIds: [] };
  // After the venues are locked: a concurrent call may have written newer rules meanwhile.
  const planRules = await requirePlan(tx, key);
  const changed = venues.filter((venue) => !isSame(venue.planRules, planRules)).map(({ id }) => id);
  const rows = await tx.venue.updateManyAndReturn({
    where: { id: { in: changed } },
    data: { planRules, revision: { increment: 1 } },
  });
  return {
    last: venues.at(-1)?.id ?? null,
    eventIds: await appendEvents(tx, 'catalog', rows.map(venueChanged)),
  };
}

/** Removes a plan. @throws `plan_not_found`, `plan_in_use` */
export async function removePlan(database: CatalogDatabase, key: string): Promise<Plan> {
  return database.$transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<unknown[]>`SELECT FROM catalog.plan WHERE key = ${key} FOR UPDATE`;
    if (!locked) throw fail('plan_not_found');
    if (key === NEW_VENUE_PLAN || (await tx.venue.count({ where: { plan: key } })) > 0)
      throw fail('plan_in_use', { plan: key });
    return toPlan(await tx.plan.delete({ where: { key } }));
  });
}
