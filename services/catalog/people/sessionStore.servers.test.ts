import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import {
  openTestDatabase,
  sequentiallyScannedTables,
  type TestDatabase,
} from '@venue-booking/kit/testing/testDatabase';
import { Failure } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type CatalogDatabase, openDatabase } from '../database.ts';
import { retentionRules } from '../retention.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './ownSessions.ts';
import { addPerson, patchPerson, removePerson } from './personStore.ts';
import {
  createLink,
  findLink,
  findSession,
  startOperatorSession,
  startSessionByEmail,
  useLink,
} from './sessionStore.ts';
import { countSignInAttempt } from './signInRateLimit.ts';

const newHash = () => randomBytes(32).toString('base64url');
const CONCURRENCY = 12;

describe('sign-in links and sessions', () => {
  let test: TestDatabase;
  let database: CatalogDatabase;
  let venues = 0;
  beforeAll(async () => {
    test = await openTestDatabase(['catalog']);
    database = openDatabase(test.url);
  });
  afterAll(async () => {
    await database?.$disconnect();
    await test?.close();
  });

  const newVenue = async () => {
    const slug = `venue-${++venues}`;
    await test.rows(
      `INSERT INTO catalog.venue (slug, name, timezone, locale, live, day_start, hold_minutes, cancel_until_hours,
         min_notice_minutes, retain_days, allowed_origins, redirect_origins)
       VALUES ($1, $1, 'UTC', 'nl', true, '06:00', 15, 24, 0, 365, '{}', '{}')`,
      slug,
    );
    return slug;
  };
  const newPerson = async (slug: string, role: 'owner' | 'desk' = 'desk') => {
    const email = `${newHash().toLowerCase()}@example.com`;
    return (await addPerson(database, slug, { email, role })).person;
  };
  const signedIn = async (slug: string) => {
    const { email } = await newPerson(slug);
    const [link, session] = [newHash(), newHash()];
    await createLink(database, { email, hash: link });
    await useLink(database, { link, session });
    return session;
  };
  /** Number of calls that succeeded. */
  const done = async (all: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(all);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof Failure, String(outcome.reason));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  it('start one session per link, however many concurrent calls use it', async () => {
    const { email } = await newPerson(await newVenue());
    const link = newHash();
    await createLink(database, { email, hash: link });
    const uses = Array.from({ length: CONCURRENCY }, () => useLink(database, { link, session: newHash() }));
    assert.equal(await done(uses), 1);

    // A read-then-write implementation lets several calls succeed, so this test can fail.
    const naive = newHash();
    await createLink(database, { email, hash: naive });
    const waiting: (() => void)[] = [];
    const readThenWrite = async () => {
      const unused = await test.rows(
        'SELECT 1 FROM catalog.sign_in_link WHERE hash = $1 AND used_at IS NULL',
        naive,
      );
      await new Promise<void>((go) => {
        waiting.push(go);
        if (waiting.length === CONCURRENCY) for (const each of waiting) each();
      });
      await test.rows('UPDATE catalog.sign_in_link SET used_at = now() WHERE hash = $1', naive);
      if (unused.length === 0) throw new Failure('link_over');
    };
    assert.ok((await done(Array.from({ length: CONCURRENCY }, readThenWrite))) > 1);
  });

  it('are limited to five links per person and hour, also for concurrent requests', async () => {
    const { email } = await newPerson(await newVenue());
    const links = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => createLink(database, { email, hash: newHash() })),
    );
    assert.equal(links.filter(Boolean).length, 5);
    assert.equal(await createLink(database, { email: 'nobody@example.com', hash: newHash() }), null);
  });

  it('allow a new link once no valid one is left, even if strangers used up the hourly limit', async () => {
    const { email } = await newPerson(await newVenue());
    const requestLink = () => createLink(database, { email, hash: newHash() });
    for (let each = 0; each < 5; each++) await requestLink();
    assert.equal(await requestLink(), null);
    const age = `UPDATE catalog.sign_in_link SET created_at = created_at - interval '16 minutes',
      expires_at = expires_at - interval '16 minutes'
      WHERE person_id = (SELECT id FROM catalog.person WHERE email = $1)`;
    await test.rows(age, email);
    assert.ok(await requestLink(), 'a link although the hourly limit was used up');
    assert.equal(await requestLink(), null, 'the last link is still valid');
  });

  it('work only in the browser that requested the link, and another browser leaves it unused', async () => {
    const { email } = await newPerson(await newVenue());
    const [link, browser] = [newHash(), newHash()];
    await createLink(database, { email, hash: link, browser });
    for (const other of [null, newHash()]) {
      await assert.rejects(findLink(database, { link, browser: other }), { code: 'other_browser' });
      const use = useLink(database, { link, browser: other, session: newHash() });
      await assert.rejects(use, { code: 'other_browser' });
    }
    assert.deepEqual(await findLink(database, { link, browser }), { email });
    const session = newHash();
    assert.equal((await useLink(database, { link, browser, session })).email, email);
    assert.ok(await findSession(database, session));
    await assert.rejects(findLink(database, { link, browser: null }), { code: 'link_over' });
  });

  it('allow a link for the person’s own browser after strangers requested links in that name', async () => {
    const { email } = await newPerson(await newVenue());
    const requestLink = (browser: string, known = false) =>
      createLink(database, { email, hash: newHash(), browser, known });
    const [stranger, own] = [newHash(), newHash()];
    for (let each = 0; each < 5; each++) assert.ok(await requestLink(stranger));
    assert.equal(await requestLink(stranger), null, 'this browser already has a valid link');
    assert.ok(await requestLink(own), 'links of the stranger do not work in this browser');
    assert.equal(await requestLink(own), null);
    // A client that uses a new cookie for each request can send up to this many mails.
    const many = await Promise.all(Array.from({ length: 30 }, () => requestLink(newHash())));
    assert.equal(many.filter(Boolean).length, 20 - 6);
    assert.equal(await requestLink(newHash()), null);
    assert.ok(await requestLink(newHash(), true), 'a browser that was signed in as this person before');
  });

  it('use links that are valid for ten minutes', async () => {
    const { email } = await newPerson(await newVenue());
    const link = newHash();
    await createLink(database, { email, hash: link });
    const [row] = await test.rows(
      `SELECT extract(epoch FROM expires_at - created_at)::integer AS seconds
       FROM catalog.sign_in_link WHERE hash = $1`,
      link,
    );
    assert.deepEqual(row, { seconds: 600 });
  });

  it('accept a gateway of the previous release, which sends no browser', async () => {
    const { email } = await newPerson(await newVenue());
    const [bound, unbound] = [newHash(), newHash()];
    await createLink(database, { email, hash: bound, browser: newHash() });
    await createLink(database, { email, hash: unbound });
    assert.ok(await useLink(database, { link: bound, session: newHash() }));
    assert.ok(await useLink(database, { link: unbound, browser: null, session: newHash() }));
  });

  it('start a session for a confirmed address only if its person belongs to a venue', async () => {
    const { email } = await newPerson(await newVenue());
    const session = newHash();
    const found = await startSessionByEmail(database, { email, session, device: 'Firefox, Windows' });
    assert.deepEqual([found.email, found.fresh, found.venues.length], [email, true, 1]);
    assert.deepEqual(await findSession(database, session), found);
    const alone = `${newHash().toLowerCase()}@example.com`;
    await database.person.create({ data: { email: alone, language: 'nl' } });
    for (const other of [alone, 'nobody@example.com']) {
      const hash = newHash();
      const start = startSessionByEmail(database, { email: other, session: hash });
      await assert.rejects(start, { code: 'person_not_found' });
      assert.equal(await database.session.count({ where: { hash } }), 0);
    }
  });

  it('end a session after its absolute lifetime, however often it is used', async () => {
    const lifetimeOf = (hash: string) =>
      test.rows(
        'SELECT round(extract(epoch FROM ends_at - created_at) / 86400)::integer AS days FROM catalog.session WHERE hash = $1',
        hash,
      );
    const [person, operator, before] = [await signedIn(await newVenue()), newHash(), newHash()];
    await startOperatorSession(database, { hash: operator, language: 'nl' });
    // Like a service of the previous release.
    await test.rows(`INSERT INTO catalog.session (hash, language) VALUES ($1, 'nl')`, before);
    assert.deepEqual(
      await Promise.all([person, operator, before].map(lifetimeOf)),
      [90, 7, 90].map((days) => [{ days }]),
    );
    for (const hash of [person, operator, before]) {
      assert.ok(await findSession(database, hash));
      await test.rows(
        `UPDATE catalog.session SET ends_at = now() - interval '1 second' WHERE hash = $1`,
        hash,
      );
      assert.equal(await findSession(database, hash), null);
    }
  });

  it('list the sessions of a person, who ends one of them or all others', async () => {
    const slug = await newVenue();
    const { email } = await newPerson(slug);
    const begin = async (device: string) => {
      const [link, session] = [newHash(), newHash()];
      await createLink(database, { email, hash: link });
      await useLink(database, { link, session, device });
      return session;
    };
    const [desk = '', phone = '', laptop = ''] = [
      await begin('Firefox, Windows'),
      await begin('Safari, iPhone'),
      await begin('Chrome, macOS'),
    ];
    const stranger = await signedIn(slug);
    const silent = await begin('Edge, Windows');
    await test.rows(
      `UPDATE catalog.session SET last_seen_at = now() - interval '31 days' WHERE hash = $1`,
      silent,
    );
    const list = await listOwnSessions(database, phone);
    assert.deepEqual(list.map(({ device, current }) => [device, current]).toSorted(), [
      ['Chrome, macOS', false],
      ['Firefox, Windows', false],
      ['Safari, iPhone', true],
    ]);
    assert.equal(list[0]?.current, true);
    for (const hash of [desk, phone, laptop]) assert.ok(!JSON.stringify(list).includes(hash));

    const id = list.find(({ device }) => device === 'Firefox, Windows')?.id ?? '';
    const byStranger = endOwnSession(database, { hash: stranger, id });
    await assert.rejects(byStranger, { code: 'session_not_found' });
    assert.equal((await endOwnSession(database, { hash: phone, id })).device, 'Firefox, Windows');
    assert.equal(await findSession(database, desk), null);
    assert.ok(await findSession(database, laptop));
    await assert.rejects(endOwnSession(database, { hash: phone, id }), { code: 'session_not_found' });

    await endOtherSessions(database, phone);
    assert.equal(await findSession(database, laptop), null);
    for (const hash of [phone, stranger]) assert.ok(await findSession(database, hash));
  });

  it('leave one owner when two owners concurrently remove or demote each other', async () => {
    for (const act of [
      (slug: string, id: string) => removePerson(database, { slug, id }, { keepOwner: true }),
      (slug: string, id: string) => patchPerson(database, { slug, id }, { role: 'desk', keepOwner: true }),
    ]) {
      const slug = await newVenue();
      const owners = await Promise.all([newPerson(slug, 'owner'), newPerson(slug, 'owner')]);
      assert.equal(await done(owners.map(({ id }) => act(slug, id))), 1);
    }
  });

  it('keep a person who is concurrently removed from one venue and added to another', async () => {
    const [slug, other] = [await newVenue(), await newVenue()];
    const { id, email } = await newPerson(slug);
    await Promise.all([
      removePerson(database, { slug, id }, { keepOwner: true }),
      addPerson(database, other, { email, role: 'desk' }),
    ]);
    const people = await test.rows('SELECT id FROM catalog.person WHERE email = $1', email);
    assert.equal(people.length, 1);
  });

  it('update the last use of a session at most once an hour, and end an unused session', async () => {
    const hash = await signedIn(await newVenue());
    const age = (interval: string) =>
      test.rows(
        `UPDATE catalog.session SET last_seen_at = now() - $2::interval WHERE hash = $1`,
        hash,
        interval,
      );
    const seenNow = async () =>
      (
        await test.rows(
          "SELECT 1 FROM catalog.session WHERE hash = $1 AND last_seen_at > now() - interval '1 minute'",
          hash,
        )
      ).length === 1;
    await age('59 minutes');
    assert.ok(await findSession(database, hash));
    assert.equal(await seenNow(), false);
    await age('61 minutes');
    assert.ok(await findSession(database, hash));
    assert.equal(await seenNow(), true);
    await age('29 days');
    assert.ok(await findSession(database, hash));
    await age('31 days');
    assert.equal(await findSession(database, hash), null);
  });

  it('are deleted after they end, with old counts; current ones stay', async () => {
    const [over, inUse] = [await signedIn(await newVenue()), await signedIn(await newVenue())];
    const operator = newHash();
    await startOperatorSession(database, { hash: operator, language: 'nl' });
    await countSignInAttempt(database, { key: newHash(), limit: 1, minutes: 60 });
    await test.rows(
      `UPDATE catalog.session SET last_seen_at = now() - interval '31 days' WHERE hash = $1`,
      over,
    );
    await test.rows(`UPDATE catalog.sign_in_link SET expires_at = now() - interval '25 hours'`);
    await test.rows(`UPDATE catalog.sign_in_turn SET since = now() - interval '25 hours'`);
    await countSignInAttempt(database, { key: newHash(), limit: 1, minutes: 60 });
    await deleteExpiredRows(database, retentionRules({ auditDays: 365 }));
    const left = async (table: string, where = 'true') =>
      (await test.rows(`SELECT 1 FROM catalog.${table} WHERE ${where}`)).length;
    assert.equal(await left('session', `hash = '${over}'`), 0);
    assert.equal(await left('session', `hash IN ('${inUse}', '${operator}')`), 2);
    assert.deepEqual([await left('sign_in_link'), await left('sign_in_turn')], [0, 1]);
  });

  it('are found by an index, and tries are counted across concurrent calls', async () => {
    const attempts = await Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        countSignInAttempt(database, { key: 'one', limit: 5, minutes: 60 }),
      ),
    );
    assert.equal(attempts.filter(({ waitSeconds }) => waitSeconds === 0).length, 5);
    for (const { waitSeconds } of attempts) assert.ok(waitSeconds <= 3600);
    const statements = ['session s WHERE s.hash = $1', 'membership WHERE person_id = gen_random_uuid()'];
    const read = await sequentiallyScannedTables(test.database, async (sql) => {
      for (const statement of statements)
        await sql.$queryRawUnsafe(`SELECT 1 FROM catalog.${statement.replace('$1', "'x'")}`);
    });
    assert.deepEqual(read, []);
  });
});
