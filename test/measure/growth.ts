import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from './client.ts';
import type { Platform } from './platform.ts';
import { seed } from './seed.ts';
import { short, table } from './table.ts';
import { startOneMore, tour } from './tour.ts';
import { say } from './work.ts';

/** How many venues with how many bookings each; and how many bookings one venue has then. */
export type Sizes = {
  few: number;
  many: number;
  each: number;
  large: number;
  rounds: number;
  starts: boolean;
};

/** A few minutes on two cores. */
export const FULL_SIZES: Sizes = {
  few: 10,
  many: 10_000,
  each: 50,
  large: 40_000,
  rounds: 20,
  starts: true,
};
/** Seconds: enough to see that all of it still works. */
export const QUICK_SIZES: Sizes = { few: 1, many: 5, each: 10, large: 20, rounds: 1, starts: false };

/** What a statement took a call, by its text: pages of the database that it looked at, and ms. */
type Statements = Map<string, { pages: number; ms: number; calls: number }>;

/**
 * A statement is not flat when it looks at so many times more pages than with few venues, and at more than a
 * handful.
 */
const FACTOR = 1.5;
const HANDFUL = 30;
/** Nor when it is asked so many times more often, and more than this often. */
const OFTENER = 10;
const OFTEN = 1000;

/**
 * Has the same things done with few venues, with many, and at one large venue, and looks what the database
 * had to do for them.
 */
export async function measureGrowth(platform: Platform, sizes: Sizes): Promise<Record<string, string>> {
  const { database, stack } = platform;
  const client = clientOf(stack.api.url);
  let round = 0;
  const starts: Record<string, number>[] = [];
  const look = async (title: string, only?: string): Promise<Statements> => {
    say(`what is asked ${title}`);
    // Once before it counts: plans are made, pages are read.
    await tour(platform, client, { many: sizes.rounds > 1 ? 2 : 0, round: round++, ...(only && { only }) });
    await database.query('SELECT pg_stat_statements_reset()');
    await tour(platform, client, { many: sizes.rounds, round: round++, ...(only && { only }) });
    if (!only && sizes.starts) starts.push(await startOneMore(platform));
    await sleep(1500);
    return statements(platform);
  };
  await seed(database, { venues: sizes.few, each: sizes.each });
  const few = await look(`with ${sizes.few} venues`);
  say(`making ${sizes.many} venues`);
  await seed(database, { venues: sizes.many, each: sizes.each });
  const many = await look(`with ${sizes.many} venues`);
  const large = 'seed-1';
  say(`making ${sizes.large} bookings at one of them`);
  await seed(database, { venues: sizes.many, each: sizes.large, of: `v.slug = '${large}'` });
  const atLarge = await look(`at a venue with ${sizes.large} bookings`, large);
  client.close();
  return {
    growth: growthTable(sizes, few, many, atLarge),
    starts: table(
      ['ready after, ms', `${sizes.few} venues`, `${short(sizes.many)} venues`],
      Object.keys(starts[0] ?? {}).map((service) => [
        service,
        ...starts.map((took) => short(took[service] ?? 0)),
      ]),
    ),
    keys: await keysWithoutVenue(platform),
  };
}

async function statements({ database }: Platform): Promise<Statements> {
  const { rows } = await database.query(`
    SELECT query, sum(calls)::int AS calls, sum(total_exec_time) / sum(calls) AS ms,
      (sum(shared_blks_hit + shared_blks_read) / sum(calls))::float AS pages
    FROM pg_stat_statements WHERE userid <> current_user::regrole AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    GROUP BY query`);
  return new Map(rows.map(({ query, ...measured }) => [query.replace(/\s+/g, ' ').trim(), measured]));
}

function growthTable({ few, many, large }: Sizes, ...looks: Statements[]): string {
  const [before, ...after] = looks;
  const queries = [...new Set(looks.flatMap((look) => [...look.keys()]))];
  const grown = queries
    .map((query) => {
      const calls = looks.map((look) => look.get(query)?.calls ?? 0);
      const isOftener = Math.max(...calls) > OFTEN && Math.max(...calls) > OFTENER * (calls[0] ?? 0);
      const most = Math.max(...after.map((look) => look.get(query)?.pages ?? 0));
      return { query, isOftener, growth: most / Math.max(1, before?.get(query)?.pages ?? 1), most };
    })
    .filter(({ isOftener, growth, most }) => isOftener || (growth > FACTOR && most > HANDFUL))
    .sort((a, b) => b.most - a.most);
  say(`${queries.length} statements, of which ${queries.length - grown.length} are flat`);
  const cell = (look: Statements, query: string) => {
    const found = look.get(query);
    if (!found) return 'not asked';
    const often = found.calls > OFTEN ? `${short(found.calls)} × ` : '';
    return `${often}${short(found.pages)} (${short(found.ms)})`;
  };
  return table(
    ['pages a call (ms)', `${few} venues`, `${short(many)} venues`, `a venue with ${short(large)} bookings`],
    [
      ...grown.map(({ query }) => [`\`${shortened(query)}\``, ...looks.map((look) => cell(look, query))]),
      [`the other ${queries.length - grown.length} statements`, 'flat', 'flat', 'flat'],
    ],
  );
}

/** The gist of a statement: without Prisma's list of columns and its quotes. */
const shortened = (query: string): string =>
  query
    .replaceAll('"', '')
    .replace(/^SELECT .*? FROM/, 'SELECT … FROM')
    .replaceAll('|', '\\|')
    .slice(0, 140);

/**
 * Unique keys without the venue that are numbers or names: what two shards could both hand out. UUIDs and
 * hashes they could not.
 */
async function keysWithoutVenue({ database }: Platform): Promise<string> {
  const { rows } = await database.query(`
    SELECT n.nspname || '.' || c.relname AS name, string_agg(a.attname, ', ' ORDER BY a.attname) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
    WHERE (i.indisunique OR i.indisexclusion) AND n.nspname IN ('catalog', 'availability', 'booking', 'payment')
      AND (a.atttypid IN ('integer'::regtype, 'bigint'::regtype) OR a.attname IN ('slug', 'domain'))
      AND NOT EXISTS (SELECT FROM pg_attribute v WHERE v.attrelid = c.oid AND v.attnum = ANY(i.indkey) AND v.attname = 'venue_id')
    GROUP BY 1 ORDER BY 1`);
  return table(
    ['table', 'unique by itself'],
    rows.map(({ name, columns }) => [`\`${name}\``, columns]),
  );
}
