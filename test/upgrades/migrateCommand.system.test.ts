import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { migrationsOf, openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { claimPort } from '../servers/claimPort.ts';
import { runCommand, startCommand } from '../stack/runCommand.ts';

const SERVICES = ['availability', 'booking', 'catalog', 'payment'];
const migrationsIn = (service: string) =>
  readdirSync(migrationsOf(service), { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map(({ name }) => name)
    .sort();
const appliedLine = (service: string) => `${service}: applied ${migrationsIn(service).join(', ')}`;

/** A URL with another port, or another password. */
const changed = (url: string, changes: Partial<URL>) => Object.assign(new URL(url), changes).href;

describe('the command that migrates', () => {
  let tables: TestDatabase;
  const migrate = (services: string[], url = tables.url) =>
    runCommand(['migrate', ...services], { DATABASE_URL: url });
  beforeAll(async () => {
    tables = await openTestDatabase([]);
  });
  afterAll(() => tables?.close());

  it('waits for a database that comes late, and brings the schemas that are named up to date', async () => {
    const port = await claimPort();
    const late = startCommand(['migrate', 'catalog'], {
      DATABASE_URL: changed(tables.url, { port: String(port) }),
    });
    await late.whenItSays(
      /^Waiting for the database, at most 60 s \(nothing listens there \(ECONNREFUSED\)\)[.]$/m,
    );
    const { hostname, port: real } = new URL(tables.url);
    const relay = createServer((socket) => {
      socket.pipe(connect(Number(real), hostname)).pipe(socket);
    });
    relay.listen(port, '127.0.0.1');
    await once(relay, 'listening');
    const { code, out, err } = await late.ended;
    relay.close();
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, new RegExp(`^Waiting.*\n${appliedLine('catalog')}\n$`));
  });

  it('migrates all schemas when none is named, each migration once though it runs twice at once', async () => {
    const both = await Promise.all([migrate([]), migrate([])]);
    for (const { code, err } of both) assert.deepEqual([code, err], [0, '']);
    // They take turns, so that either may apply some.
    const applied = both.flatMap(({ out }) =>
      out
        .trimEnd()
        .split('\n')
        .flatMap((line) => {
          const [, service, names] = /^(\w+): (?:applied (.+)|up to date)$/.exec(line) ?? assert.fail(line);
          return names?.split(', ').map((name) => `${service}/${name}`) ?? [];
        }),
    );
    const missing = SERVICES.filter((service) => service !== 'catalog');
    assert.deepEqual(
      applied.sort(),
      missing.flatMap((service) => migrationsIn(service).map((name) => `${service}/${name}`)).sort(),
    );
  });

  it('changes nothing when it is repeated, nor when a newer version was there', async () => {
    await tables.rows(`INSERT INTO booking._prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('newer', 'x', '999_newer', now())`);
    const { code, out, err } = await migrate(['booking', 'payment', 'booking']);
    assert.deepEqual([code, out, err], [0, 'booking: up to date\npayment: up to date\n', '']);
  });

  it('says in one sentence which applied migration was changed', async () => {
    const [first = ''] = migrationsIn('payment');
    await tables.rows(
      `UPDATE payment._prisma_migrations SET checksum = 'x' WHERE migration_name = $1`,
      first,
    );
    const { code, err } = await migrate(['payment']);
    assert.equal(code, 1);
    assert.equal(
      err,
      `Migration payment/${first} was changed after it had been applied. Restore it and add a new one.\n`,
    );
  });

  it('ends with one sentence and does not wait when the database refuses it, or is none, or the service is none', async () => {
    for (const [services, url, sentence] of [
      [[], changed(tables.url, { password: 'not-the-password' }), 'it refuses the user or the password'],
      [[], changed(tables.url, { pathname: '/nowhere' }), 'there is no database of this name'],
    ] as const) {
      const { code, out, err } = await migrate([...services], url);
      assert.deepEqual([code, out], [1, '']);
      assert.equal(err, `DATABASE_URL: no connection to the database (${sentence})\n`);
    }
    assert.equal((await runCommand(['migrate'], {})).err.split(' ')[0], 'DATABASE_URL');
    const { code, err } = await migrate(['booking', 'gateway']);
    assert.deepEqual([code, err], [1, `Which schemas? gateway is none of ${SERVICES.join(', ')}.\n`]);
  });
});
