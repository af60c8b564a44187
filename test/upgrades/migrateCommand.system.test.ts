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

/** A URL with another port, password or path. */
const changed = (url: string, changes: Partial<URL>) => Object.assign(new URL(url), changes).href;

describe('the migrate command', () => {
  let tables: TestDatabase;
  const migrate = (services: string[], url = tables.url) =>
    runCommand(['migrate', ...services], { DATABASE_URL: url });
  beforeAll(async () => {
    tables = await openTestDatabase([]);
  });
  afterAll(() => tables?.close());

  it('waits for a database that starts later, then migrates the named schemas', async () => {
    const port = await claimPort();
    const late = startCommand(['migrate', 'catalog'], {
      DATABASE_URL: changed(tables.url, { port: String(port) }),
    });
    await late.whenItSays(
      /^DATABASE_URL: no connection to the database \(nothing listens on that port \(ECONNREFUSED\)\); waiting, at most 60 s$/m,
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
    assert.match(out, new RegExp(`^DATABASE_URL.*\n${appliedLine('catalog')}\n$`));
  });

  it('migrates all schemas by default, each migration once, even when two runs overlap', async () => {
    const both = await Promise.all([migrate([]), migrate([])]);
    for (const { code, err } of both) assert.deepEqual([code, err], [0, '']);
    // The runs take turns, so either may apply some of the migrations.
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

  it('changes nothing when repeated, or when a newer release has already migrated', async () => {
    await tables.rows(`INSERT INTO booking._prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('newer', 'x', '999_newer', now())`);
    const { code, out, err } = await migrate(['booking', 'payment', 'booking']);
    assert.deepEqual([code, out, err], [0, 'booking: up to date\npayment: up to date\n', '']);
  });

  it('names an applied migration that was changed, in one sentence', async () => {
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

  it('fails at once with one sentence for a wrong password, an unknown database, a missing URL or an unknown service', async () => {
    for (const [services, url, sentence] of [
      [
        [],
        changed(tables.url, { password: 'not-the-password' }),
        'the server rejects the user or the password',
      ],
      [[], changed(tables.url, { pathname: '/nowhere' }), 'the database does not exist'],
    ] as const) {
      const { code, out, err } = await migrate([...services], url);
      assert.deepEqual([code, out], [1, '']);
      assert.equal(err, `DATABASE_URL: no connection to the database (${sentence})\n`);
    }
    assert.equal((await runCommand(['migrate'], {})).err.split(' ')[0], 'DATABASE_URL');
    const { code, err } = await migrate(['booking', 'gateway']);
    assert.deepEqual([code, err], [1, `Unknown schema gateway. Use one of ${SERVICES.join(', ')}.\n`]);
  });
});
