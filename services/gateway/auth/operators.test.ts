import assert from 'node:assert/strict';
import type { KnownOperator, KnownSession } from '@venue-booking/proto/auth/session';
import { describe, it } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

const COOKIE = `__Host-venue-booking=p_${'s'.repeat(43)}`;
const PERSON = '5f6c1f0e-2f7e-4d0e-9d5b-6a1f4c1b7a10';

/** A gateway that requires passkeys of operators, and the calls of a named admin in a browser. */
async function open(operator: Partial<KnownOperator>, passkeys: { credentialId: string }[] = []) {
  const session: KnownSession = {
    ...{ personId: PERSON, email: 'ada@operator.example', language: 'en', venues: [], fresh: true },
    operator: { role: 'admin', passkey: false, visits: [], ...operator },
  };
  const reads: KnownSession[] = [];
  const find = async () => {
    reads.push(session);
    return structuredClone(session);
  };
  const state = { state: 'active', since: null, reason: null };
  const catalog = {
    sessions: { find: { query: find } },
    passkeys: { list: { query: async () => passkeys } },
    listVenues: { query: async () => [] },
    venueState: { query: async () => state },
    operators: { listVisits: { query: () => Promise.reject(new Error('of the previous release')) } },
  };
  const gateway = await openGateway({ catalog }, undefined, { operatorPasskeys: 'required' });
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${gateway.url}/api/admin${path}`, {
      method,
      headers: { Cookie: COOKIE, Origin: 'https://book.example', 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      code: response.headers.get('error-code'),
      text,
      body: JSON.parse(text),
    };
  };
  return {
    call,
    reads,
    operator: session.operator as KnownOperator,
    [Symbol.asyncDispose]: gateway[Symbol.asyncDispose],
  };
}

describe('an operator who must use a passkey', () => {
  it('learns what to do after signing in by mail, and can add the first passkey', async () => {
    await using gateway = await open({});
    const refused = await gateway.call('GET', '/venues');
    assert.deepEqual([refused.status, refused.code], [403, 'passkey_required']);
    assert.match(refused.text, /Sign in with yours/);
    assert.equal((await gateway.call('GET', '/session')).body.operator.needs_passkey, true);
    assert.equal((await gateway.call('POST', '/session/passkeys/challenge', {})).status, 200);
  });

  it('cannot add a further passkey after signing in by mail', async () => {
    await using gateway = await open({}, [{ credentialId: 'one' }]);
    const refused = await gateway.call('POST', '/session/passkeys/challenge', {});
    assert.deepEqual([refused.status, refused.code], [403, 'passkey_required']);
  });

  it('may do everything after signing in with a passkey', async () => {
    await using gateway = await open({ passkey: true }, [{ credentialId: 'one' }]);
    assert.equal((await gateway.call('GET', '/venues')).status, 200);
    assert.equal((await gateway.call('POST', '/session/passkeys/challenge', {})).status, 200);
  });
});

describe('a visit to a venue', () => {
  it('works on every gateway at once, beside a catalog that cannot list visits', async () => {
    await using gateway = await open({ passkey: true });
    assert.equal((await gateway.call('GET', '/venues/spa/state')).code, 'visit_required');
    gateway.operator.visits.push({ slug: 'spa', ends_at: new Date().toISOString() });
    const { status, body } = await gateway.call('GET', '/venues/spa/state');
    assert.deepEqual([status, body.visits], [200, undefined]);
  });
});
