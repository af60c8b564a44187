import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { apiOf, call, eventually } from '../stack/api.ts';
import { checkOut, earlierCommit } from '../stack/earlierVersion.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import { type ServiceName, type Shape, type Stack, startAsServices } from '../stack/stack.ts';
import { bookAndCancel, payAndCancel } from '../stack/wholeBooking.ts';

const SERVICES = join(import.meta.dirname, '../../services');
const BEHIND: ServiceName[] = ['catalog', 'availability', 'payment', 'booking'];
/** A table of each service to which a later release adds a column. */
const LATER: Record<string, string> = {
  catalog: 'venue',
  availability: 'slot',
  booking: 'booking',
  payment: 'payment',
};
const earlier = await earlierCommit();
const skip = 'missing' in earlier;
const why = skip ? ` (not tested: ${earlier.missing})` : '';

describe(`two versions side by side${why}`, { skip }, () => {
  let old: Awaited<ReturnType<typeof checkOut>>;
  let stack: Stack;
  beforeAll(async () => {
    if (!('missing' in earlier)) old = await checkOut(earlier.commit);
  });
  afterAll(() => old?.remove());

  /** Starts a stack as an upgrade from the previous commit, which the named services still run. */
  const startWith = (services: ServiceName[], shape: Shape = {}) =>
    startAsServices({
      ...shape,
      // Earlier commits may depend on UTC.
      prepare: async (databaseUrl) => {
        await setUtc(databaseUrl);
        await migrateAsBefore(databaseUrl);
        return shape.prepare?.(databaseUrl);
      },
      scripts: Object.fromEntries(services.map((service) => [service, old.script(service)])),
    });

  /**
   * Creates the previous commit's tables and a venue, so that today's migrations are an upgrade, not a first
   * installation.
   */
  const migrateAsBefore = async (databaseUrl: string): Promise<void> => {
    for (const service of BEHIND)
      await migrate(databaseUrl, service, join(old.script(service), '../prisma/migrations'));
    await execute(
      databaseUrl,
      `INSERT INTO booking.venue (id, timezone, live, redirect_origins, revision) VALUES (2000000000, 'UTC', false, '{}', 1)`,
    );
  };

  describe("the previous commit's gateway with today's services", () => {
    beforeAll(async () => {
      stack = await startWith(['gateway']);
    });
    afterAll(() => stack?.stop());

    it('books, shows and cancels a free booking', () => bookAndCancel(stack.api));
    it('books, takes a payment and refunds it', () => payAndCancel(stack));

    it('books through any replica while each service runs in both versions', async () => {
      const others = await Promise.all([
        stack.more('gateway'),
        ...BEHIND.map((service) => stack.more(service, old.script(service))),
      ]);
      for (const { healthUrl } of others)
        await eventually(
          `${healthUrl} ready`,
          async () => (await call(`${healthUrl}/readyz`).catch(() => null))?.status === 200,
        );
      const gateways = [stack.api, apiOf(others[0]?.url ?? '', stack.operatorToken)];
      // Each call goes to one of two replicas: some dozens of calls cover almost every pair of versions.
      for (let round = 0; round < 4; round++) await Promise.all(gateways.map((api) => bookAndCancel(api)));
      await Promise.all([payAndCancel(stack), payAndCancel(stack)]);
    });

    it('keeps the books consistent', () => assertBooksKept(stack));
  });

  describe("today's gateway with the previous commit's services, on a later release's tables", () => {
    beforeAll(async () => {
      stack = await startWith(BEHIND, { prepare: migrateToLater });
    });
    afterAll(() => stack?.stop());

    it('books, shows and cancels a free booking', () => bookAndCancel(stack.api));
    it('books, takes a payment and refunds it', () => payAndCancel(stack));
    it('keeps the books consistent', () => assertBooksKept(stack));
  });
});

/** Applies today's migrations and one more that adds a column and a table. */
async function migrateToLater(databaseUrl: string): Promise<undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'vb-later-'));
  try {
    for (const [service, table] of Object.entries(LATER)) {
      const migrations = join(folder, service);
      const later = join(migrations, '999_later');
      await cp(join(SERVICES, service, 'prisma/migrations'), migrations, { recursive: true });
      await mkdir(later);
      await writeFile(
        join(later, 'migration.sql'),
        `ALTER TABLE ${table} ADD COLUMN later text; CREATE TABLE later (id integer PRIMARY KEY);`,
      );
      assert.equal((await migrate(databaseUrl, service, migrations)).at(-1), '999_later');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lines about calls that an earlier service does not know. Changes do not wait for the audit log. */
const UNKNOWN_CALLS = /\bNo \S+-procedure on path\b|\baudit\.record\b/;

async function assertBooksKept(stack: Stack): Promise<void> {
  await assertOnce(stack);
  await assertMoneyHolds(stack);
  await assertBookingsHoldPlaces(stack);
  await assertLedgerHolds(stack);
  assertNoErrorsLogged(stack, UNKNOWN_CALLS);
}

const setUtc = (databaseUrl: string): Promise<void> =>
  execute(databaseUrl, `ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET TimeZone = 'UTC'`);

async function execute(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
