import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { test } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

const ORIGIN = 'https://book.example';
const OWNER = { personId: 'p', email: 'anna@example.com', language: 'nl', venues: [] };

/** A fake catalog that knows every person by default. `calls` records its calls. */
function catalogThat(answers: Record<string, (input: never) => unknown> = {}) {
  const calls: { what: string; input: Record<string, unknown> }[] = [];
  const usual: typeof answers = {
    takeTurn: () => ({ waitSeconds: 0 }),
    useLink: () => OWNER,
    find: () => OWNER,
    end: () => undefined,
  };
  const ask = (what: string) => async (input: Record<string, unknown>) => {
    calls.push({ what, input });
    return (answers[what] ?? usual[what])?.(input as never);
  };
  const sessions = Object.fromEntries(
    ['takeTurn', 'makeLink', 'findLink', 'useLink', 'find', 'end', 'chooseLanguage'].map((what) => [
      what,
      { query: ask(what), mutate: ask(what) },
    ]),
  );
  return { calls, catalog: { sessions } };
}

test('answers a request for a sign-in link before looking the person up', async () => {
  const never = new Promise(() => {});
  const { catalog, calls } = catalogThat({ makeLink: () => never });
  await using gateway = await openGateway({ catalog, booking: { tellStaff: { mutate: () => never } } });
  const answer = await gateway.call('POST', '/api/admin/sign-in', { body: { email: 'anna@example.com' } });
  assert.deepEqual([answer.status, answer.body], [200, {}]);
  assert.deepEqual(
    calls.map(({ what }) => what),
    ['takeTurn', 'takeTurn', 'makeLink'],
  );
});

test('limits concurrent creations of sign-in links', async () => {
  const never = new Promise(() => {});
  const { catalog, calls } = catalogThat({ makeLink: () => never });
  await using gateway = await openGateway({ catalog });
  for (let each = 0; each < 30; each++)
    await gateway.call('POST', '/api/admin/sign-in', { body: { email: `${each}@example.com` } });
  assert.equal(calls.filter(({ what }) => what === 'makeLink').length, 8);
});

test('rejects a client over the limit of sign-in attempts with Retry-After', async () => {
  const { catalog, calls } = catalogThat({ takeTurn: () => ({ waitSeconds: 77 }) });
  await using gateway = await openGateway({ catalog });
  for (const [path, body] of [
    ['', { email: 'anna@example.com' }],
    ['/link', { token: 'x' }],
    ['/operator', { token: 'operator-token-of-the-test' }],
  ] as const) {
    const answer = await gateway.call('POST', `/api/admin/sign-in${path}`, { body });
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '77']);
    assert.equal(answer.headers.get('set-cookie'), null);
  }
  assert.ok(calls.every(({ what }) => what === 'takeTurn'));
  const clients = calls.map(({ input }) => String(input.key));
  assert.equal(new Set(clients).size, 3, 'each kind of attempt has its own limit');
  for (const key of clients) assert.doesNotMatch(key, /127\.0\.0\.1/);
});

test('sets a host-only cookie over https, and sends neither cookie nor link to catalog', async () => {
  const { catalog, calls } = catalogThat();
  await using gateway = await openGateway({ catalog }, undefined, { publicUrl: ORIGIN });
  const headers = { Origin: ORIGIN };
  const answer = await gateway.call('POST', '/api/admin/sign-in/link', {
    body: { token: 'secret' },
    headers,
  });
  const [setCookie = '', known = ''] = answer.headers.getSetCookie();
  assert.match(known, /^__Host-venue-booking-known=[\w-]{43}; .*HttpOnly; Secure; SameSite=Strict$/);
  const [, id = ''] =
    /^__Host-venue-booking=(p_[\w-]{43}); Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/.exec(
      setCookie,
    ) ?? [];
  assert.ok(id, setCookie);
  assert.ok(!JSON.stringify(calls).includes(id) && !JSON.stringify(calls).includes('secret'));
});

test('binds a sign-in link to the browser by a cookie, which further requests reuse', async () => {
  const { catalog, calls } = catalogThat({ findLink: () => ({ email: 'anna@example.com' }) });
  await using gateway = await openGateway({ catalog });
  const ask = (headers = {}) =>
    gateway.call('POST', '/api/admin/sign-in', { body: { email: 'anna@example.com' }, headers });
  const setCookie = (await ask()).headers.get('set-cookie') ?? '';
  const [, cookie = '', secret = ''] =
    /^(__Host-venue-booking-link=([\w-]{43})); Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/.exec(
      setCookie,
    ) ?? [];
  assert.ok(secret, setCookie);
  assert.equal(
    (await ask({ Cookie: cookie })).headers.get('set-cookie'),
    setCookie,
    'the earlier link keeps working',
  );
  assert.notEqual((await ask()).headers.get('set-cookie'), setCookie);

  const body = { token: 'x' };
  for (const path of ['/link/person', '/link'])
    for (const headers of [{ Cookie: cookie, Origin: ORIGIN }, {}])
      await gateway.call('POST', `/api/admin/sign-in${path}`, { body, headers });
  const browsers = (name: string) =>
    calls.filter(({ what }) => what === name).map(({ input }) => input.browser);
  const [own, again, other] = browsers('makeLink');
  assert.ok(own && own === again && own !== other);
  assert.deepEqual(
    [browsers('findLink'), browsers('useLink')],
    [
      [own, null],
      [own, null],
    ],
  );
  assert.ok(!JSON.stringify(calls).includes(secret), 'catalog gets only its hash');
});

test('marks a browser as known only for the person who signed in with it', async () => {
  const { catalog, calls } = catalogThat();
  await using gateway = await openGateway({ catalog });
  const headers = { Origin: ORIGIN };
  const signedIn = await gateway.call('POST', '/api/admin/sign-in/link', { body: { token: 'x' }, headers });
  const [, known = ''] = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  for (const [email, Cookie] of [
    [OWNER.email, known],
    ['bob@example.com', known],
    [OWNER.email, `${known.slice(0, -1)}${known.endsWith('A') ? 'B' : 'A'}`],
    [OWNER.email, ''],
  ] as const)
    await gateway.call('POST', '/api/admin/sign-in', { body: { email }, headers: { Cookie } });
  const makes = () => calls.filter(({ what }) => what === 'makeLink');
  await until(() => makes().length === 4);
  assert.deepEqual(
    makes().map(({ input }) => input.known),
    [true, false, false, false],
  );
});

test('stores only the names of browser and system for a session', async () => {
  const { catalog, calls } = catalogThat();
  await using gateway = await openGateway({ catalog });
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0';
  for (const name of [agent, 'curl/8.5.0']) {
    const headers = { 'User-Agent': name, Origin: ORIGIN };
    await gateway.call('POST', '/api/admin/sign-in/link', { body: { token: 'x' }, headers });
  }
  const used = calls.filter(({ what }) => what === 'useLink').map(({ input }) => input.device);
  assert.deepEqual(used, ['Firefox, Windows', undefined]);
});

test('requires a recent sign-in to end other sessions and to remove a passkey', async () => {
  const done: string[] = [];
  const catalogOf = (fresh: boolean) => {
    const { catalog } = catalogThat({ find: () => ({ ...OWNER, venues: [{ slug: 'v' }], fresh }) });
    const record = (what: string) => ({ mutate: async () => void done.push(what) });
    const passkeys = { remove: record('remove'), list: { query: async () => [] } };
    const sessions = { ...catalog.sessions, endOwn: record('endOwn'), endOthers: record('endOthers') };
    return { ...catalog, sessions, passkeys };
  };
  const paths = [
    '/sessions/6c1f6f0e-6d5c-4a53-8a57-2a6c3a1f3b10',
    '/session/others',
    '/session/passkeys/6c1f6f0e-6d5c-4a53-8a57-2a6c3a1f3b11',
  ];
  const refused = async (fresh: boolean) => {
    await using gateway = await openGateway({ catalog: catalogOf(fresh) });
    const codes = [];
    for (const path of paths) {
      const headers = { Cookie: `__Host-venue-booking=p_${'a'.repeat(43)}`, Origin: ORIGIN };
      const answer = await fetch(`${gateway.url}/api/admin${path}`, { method: 'DELETE', headers });
      codes.push(answer.headers.get('error-code'));
    }
    return codes;
  };
  assert.deepEqual(
    await refused(false),
    paths.map(() => 'sign_in_again'),
  );
  assert.deepEqual(done, []);
  assert.ok(!(await refused(true)).includes('sign_in_again'));
  assert.deepEqual(done, ['endOwn', 'endOthers', 'remove']);
});

test('ends the previous session when a browser signs in again', async () => {
  const { catalog, calls } = catalogThat();
  await using gateway = await openGateway({ catalog });
  const Cookie = `__Host-venue-booking=p_${'a'.repeat(43)}`;
  const headers = { Cookie, Origin: ORIGIN };
  await gateway.call('POST', '/api/admin/sign-in/link', { body: { token: 'x' }, headers });
  const [found, ended] = ['find', 'end'].map((name) => calls.find(({ what }) => what === name)?.input.hash);
  assert.ok(found && found === ended);
});

test('does not look up a cookie with an invalid format', async () => {
  const { catalog, calls } = catalogThat();
  await using gateway = await openGateway({ catalog });
  for (const value of ['', 'x', `p_${'a'.repeat(42)}`, `q_${'a'.repeat(43)}`, `p_${'a'.repeat(5000)}`]) {
    const answer = await fetch(`${gateway.url}/api/admin/session`, {
      headers: { Cookie: `__Host-venue-booking=${value}` },
    });
    assert.equal(answer.status, 401);
  }
  assert.deepEqual(calls, []);
});

test('limits concurrent calls of one session without delaying other sessions', async () => {
  const underWay: (() => void)[] = [];
  const chooseLanguage = () => new Promise<void>((resolve) => underWay.push(resolve));
  const { catalog } = catalogThat({ chooseLanguage });
  await using gateway = await openGateway({ catalog });
  const choose = (session: string) =>
    fetch(`${gateway.url}/api/admin/session`, {
      method: 'PATCH',
      headers: {
        ...{ Cookie: `__Host-venue-booking=p_${session.repeat(43)}`, Origin: ORIGIN },
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ language: 'en' }),
    });
  const SENT = 230;
  const TAKEN = 8 + 200;
  let refused = 0;
  const flood = Array.from({ length: SENT }, async () => {
    const { status } = await choose('a');
    if (status === 503) refused += 1;
    else assert.equal(status, 200);
  });
  await until(() => refused >= SENT - TAKEN);
  assert.equal(underWay.length, 8);
  const other = choose('b');
  await until(() => underWay.length === 9);
  const timer = setInterval(() => {
    for (const end of underWay.splice(0)) end();
  }, 1);
  await Promise.all(flood);
  assert.equal((await other).status, 200);
  clearInterval(timer);
});

test('answers venue_not_found for leaving a venue of others, without calling catalog', async () => {
  const { catalog } = catalogThat({ find: () => ({ ...OWNER, venues: [{ slug: 'own', role: 'desk' }] }) });
  const removed: unknown[] = [];
  const remove = { mutate: async (person: unknown) => void removed.push(person) };
  await using gateway = await openGateway({ catalog: { ...catalog, people: { remove } } });
  const leave = async (slug: string) => {
    const answer = await fetch(`${gateway.url}/api/admin/session/venues/${slug}`, {
      method: 'DELETE',
      headers: { Cookie: `__Host-venue-booking=p_${'a'.repeat(43)}`, Origin: ORIGIN },
    });
    return [answer.status, answer.headers.get('error-code')];
  };
  assert.deepEqual(await leave('other'), [404, 'venue_not_found']);
  assert.deepEqual(removed, []);
  assert.deepEqual(await leave('own'), [200, null]);
  assert.deepEqual(removed, [{ slug: 'own', id: 'p', keepOwner: true }]);
});
