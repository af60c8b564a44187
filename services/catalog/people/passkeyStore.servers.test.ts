import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import { MAX_PASSKEYS } from '@venue-booking/proto/auth/passkey';
import { Failure } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type CatalogDatabase, openDatabase } from '../database.ts';
import { addPasskey, deletePasskey, findCredential, listPasskeys, usePasskey } from './passkeyStore.ts';
import { addPerson, removePerson } from './personStore.ts';
import { findSession } from './sessionStore.ts';

const random = () => randomBytes(32).toString('base64url');
const rejected = new Failure('passkey_refused');

describe('passkeys', () => {
  let test: TestDatabase;
  let database: CatalogDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(['catalog']);
    database = openDatabase(test.url);
    await test.rows(
      `INSERT INTO catalog.venue (slug, name, timezone, locale, live, day_start, hold_minutes, cancel_until_hours,
         min_notice_minutes, retain_days, allowed_origins, redirect_origins)
       VALUES ('venue', 'Venue', 'UTC', 'nl', true, '06:00', 15, 24, 0, 365, '{}', '{}')`,
    );
  });
  afterAll(async () => {
    await database?.$disconnect();
    await test?.close();
  });

  const newPerson = async () => {
    const email = `${random().toLowerCase()}@example.com`;
    return (await addPerson(database, 'venue', { email, role: 'desk' })).person.id;
  };
  const newPasskey = async (personId: string, counter = 0) => {
    const credential = { id: random(), publicKey: random(), counter };
    return { credential, passkey: await addPasskey(database, { personId, name: 'Laptop', credential }) };
  };
  const use = (credentialId: string, counter: number, session = random()) =>
    usePasskey(database, { credentialId, counter, session });

  it('start a session of their person and record the time of use', async () => {
    const personId = await newPerson();
    const { credential, passkey } = await newPasskey(personId);
    assert.equal(passkey.last_used_at, null);
    const session = random();
    const found = await use(credential.id, 0, session);
    assert.deepEqual([found.personId, found.venues.map(({ slug }) => slug)], [personId, ['venue']]);
    assert.deepEqual(await findSession(database, session), found);
    const [listed] = await listPasskeys(database, personId);
    assert.deepEqual([listed?.credentialId, listed?.name], [credential.id, 'Laptop']);
    assert.ok(listed?.last_used_at);
  });

  it('with a counter that does not grow are rejected, unless they never count', async () => {
    const personId = await newPerson();
    const { credential } = await newPasskey(personId, 3);
    for (const counter of [0, 2, 3]) await assert.rejects(use(credential.id, counter), rejected);
    const twice = await Promise.allSettled([use(credential.id, 4), use(credential.id, 4)]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await findCredential(database, credential.id))?.counter, 4);
    const { credential: synced } = await newPasskey(personId);
    for (const _ of [1, 2]) await use(synced.id, 0);
  });

  it('have a maximum per person even under concurrency, and can be registered only once', async () => {
    const personId = await newPerson();
    const outcomes = await Promise.allSettled(
      Array.from({ length: MAX_PASSKEYS + 3 }, () => newPasskey(personId)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, MAX_PASSKEYS);
    const [own] = await listPasskeys(database, personId);
    const other = await newPerson();
    const credential = { id: own?.credentialId ?? '', publicKey: random(), counter: 0 };
    await assert.rejects(addPasskey(database, { personId: other, name: 'Phone', credential }), {
      code: 'validation',
    });
  });

  it('can be removed only by their person, and then sign in no one', async () => {
    const [personId, other] = [await newPerson(), await newPerson()];
    const { credential, passkey } = await newPasskey(personId);
    const { id } = passkey;
    await assert.rejects(deletePasskey(database, { personId: other, id }), new Failure('passkey_not_found'));
    assert.deepEqual(await deletePasskey(database, { personId, id }), passkey);
    await assert.rejects(use(credential.id, 0), rejected);
  });

  it('are deleted with their person', async () => {
    const personId = await newPerson();
    const { credential } = await newPasskey(personId);
    await removePerson(database, { slug: 'venue', id: personId }, { keepOwner: false });
    assert.equal(await findCredential(database, credential.id), null);
    await assert.rejects(use(credential.id, 0), rejected);
  });
});
