import assert from 'node:assert/strict';
import { CHALLENGE_MINUTES } from '@venue-booking/proto/auth/passkey';
import { Failure } from '@venue-booking/proto/failures';
import { test, vi } from 'vitest';
import { newSoftPasskey } from '../testing/softPasskey.ts';
import { createPasskeys } from './passkeys.ts';
import { createSessions } from './sessions.ts';

const ORIGIN = 'https://book.example';
const PERSON = { session: 'session-1', personId: 'p-1', email: 'anna@example.com', existing: [] };
const HANDLE = Buffer.from(PERSON.personId).toString('base64url');

const platform = (operatorToken = 'operator-token') =>
  createPasskeys({
    publicUrl: ORIGIN,
    sessions: createSessions({ publicUrl: ORIGIN, operatorToken }),
  });
const refused = (work: Promise<unknown>, what: string) =>
  assert.rejects(work, new Failure('passkey_refused'), what);

/** A person's stored passkey. */
async function storedPasskey(passkeys = platform()) {
  const device = newSoftPasskey({ origin: ORIGIN, userHandle: HANDLE });
  const { credential } = await passkeys.checkNew(device.make(passkeys.creation(PERSON)), PERSON.session);
  return { passkeys, device, stored: { ...credential, personId: PERSON.personId } };
}

test('signs in with a passkey that was created in a session, and increments its counter', async () => {
  const { passkeys, device, stored } = await storedPasskey();
  const first = await passkeys.checkSignIn(device.sign(passkeys.request()), stored);
  assert.equal(first.credential.counter, 1);
  const second = await passkeys.checkSignIn(
    device.sign(passkeys.request()),
    first.credential && { ...stored, counter: 1 },
  );
  assert.notEqual(first.useKey, second.useKey, 'each challenge has its own key');
});

test('rejects a passkey response for another site, without user verification, or with an old counter', async () => {
  const { passkeys, device, stored } = await storedPasskey();
  const lies = {
    'another origin': { origin: 'https://book.example.evil.test' },
    'the same host without TLS': { origin: 'http://book.example' },
    'a passkey of another site': { rpId: 'evil.test' },
    'no user verification': { unverified: true },
    'a challenge of an attacker': { challenge: Buffer.alloc(54).toString('base64url') },
  } as const;
  for (const [what, lie] of Object.entries(lies))
    await refused(passkeys.checkSignIn(device.sign(passkeys.request(), lie), stored), what);
  const copied = { ...stored, counter: 9 };
  await refused(
    passkeys.checkSignIn(device.sign(passkeys.request(), { counter: 9 }), copied),
    'an old counter',
  );
});

test('rejects another passkey, and the passkey of another person', async () => {
  const { passkeys, device, stored } = await storedPasskey();
  const other = newSoftPasskey({ origin: ORIGIN });
  const { id } = stored;
  const borrowed = { ...other.sign(passkeys.request()), id, rawId: id };
  await refused(passkeys.checkSignIn(borrowed, stored), 'signed with another key');
  const theirs = { ...stored, personId: 'p-2' };
  await refused(passkeys.checkSignIn(device.sign(passkeys.request()), theirs), 'another person');
});

test('rejects a new passkey for another session or site', async () => {
  const passkeys = platform();
  const device = newSoftPasskey({ origin: ORIGIN });
  const make = (lies = {}) => device.make(passkeys.creation(PERSON), lies);
  await refused(passkeys.checkNew(make(), 'session-2'), 'another session');
  await refused(passkeys.checkNew(make({ origin: 'https://evil.test' }), PERSON.session), 'another origin');
  await refused(passkeys.checkNew(make({ unverified: true }), PERSON.session), 'no user verification');
  await refused(passkeys.checkNew(device.make(passkeys.request()), PERSON.session), 'a challenge to sign in');
  await refused(
    passkeys.checkSignIn(device.sign(passkeys.creation(PERSON)), { ...(await storedPasskey()).stored }),
    'a challenge to add a passkey',
  );
});

test('accepts a challenge for some minutes at every gateway of the platform, and nowhere else', async () => {
  const { passkeys, device, stored } = await storedPasskey();
  await platform().checkSignIn(device.sign(passkeys.request()), stored);
  await refused(
    platform('other-token').checkSignIn(device.sign(passkeys.request()), stored),
    'another platform',
  );
  const late = device.sign(passkeys.request());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + CHALLENGE_MINUTES * 60_000 });
  await refused(passkeys.checkSignIn(late, stored), 'an expired challenge');
});

test('rejects the attestation of a manufacturer', async () => {
  const passkeys = platform();
  const make = (lies = {}) =>
    passkeys.checkNew(
      newSoftPasskey({ origin: ORIGIN }).make(passkeys.creation(PERSON), lies),
      PERSON.session,
    );
  await make({ attested: 'by itself' });
  await refused(make({ attested: 'by a certificate' }), 'by a certificate');
});

test('rejects a passkey that is too large to store', async () => {
  const passkeys = platform();
  const make = (lies = {}) =>
    passkeys.checkNew(
      newSoftPasskey({ origin: ORIGIN }).make(passkeys.creation(PERSON), lies),
      PERSON.session,
    );
  await make({ padding: 1000 });
  await refused(make({ padding: 5000 }), 'its key');
  await refused(make({ id: Buffer.alloc(2000, 1) }), 'its id');
});
