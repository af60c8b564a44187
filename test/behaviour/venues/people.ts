import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { hashIn, signIn, signInAsOperator } from '../../admin/signIn.ts';
import { type ApiResponse, call, eventually, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** The people of a venue and how they sign in. */
export function people(stack: () => Stack): void {
  describe('people who sign in', () => {
    let slug: string;
    beforeAll(async () => {
      slug = await stack().api.newVenue({ name: 'Sauna aan het Meer' });
    });
    const newEmail = () => `${randomUUID()}@example.com`;
    const origin = () => stack().api.url;
    /** Sends a request like a browser on the dashboard's own origin. */
    const send = (
      method: string,
      path: string,
      { cookie = '', body }: { cookie?: string; body?: unknown } = {},
    ) =>
      call(`${stack().api.url}/api/admin${path}`, {
        method,
        headers: { Origin: origin(), ...(cookie && { Cookie: cookie }) },
        ...(body !== undefined && { body }),
      });
    const cookieOf = ({ headers }: ApiResponse) => headers.get('set-cookie')?.split(';')[0] ?? '';
    /** The token in the newest sign-in mail, once `count` have arrived. */
    const mailedToken = async (email: string, count: number) => {
      await eventually('the link arrives', () => linksTo(email).length >= count);
      return linksTo(email).at(-1) ?? '';
    };
    const linksTo = (email: string) =>
      stack()
        .mail.to(email)
        .flatMap(({ mail }) => /\/admin\/sign-in#([\w-]{43})\b/.exec(mail.text ?? '')?.[1] ?? []);

    it('an invited person requests a link and signs in with it once', async () => {
      const email = newEmail();
      const added = await stack().api.admin('POST', `/venues/${slug}/people`, { email: email.toUpperCase() });
      assert.deepEqual([added.status, added.body.email, added.body.role], [201, email, 'desk']);
      assert.equal(added.body.mailed, true);
      const [invitation] = stack().mail.to(email);
      assert.equal(invitation?.mail.subject, 'Sauna aan het Meer heeft je toegevoegd');
      assert.deepEqual(linksTo(email), [], 'the invitation contains no sign-in link');

      const asked = await send('POST', '/sign-in', { body: { email, language: 'en' } });
      assert.equal(asked.status, 200);
      const browser = cookieOf(asked);
      assert.match(browser, /^venue-booking-link=[\w-]{43}$/);
      const token = await mailedToken(email, 1);
      assert.equal(stack().mail.to(email).at(-1)?.mail.subject, 'Your sign-in link');
      // Requests that a mail scanner makes do not use up the link.
      assert.equal((await call(`${stack().api.url}/admin/sign-in`)).headers.get('set-cookie'), null);
      assert.equal((await send('GET', '/sign-in/link')).status, 405);
      for (const _ of [1, 2]) {
        const shown = await send('POST', '/sign-in/link/person', { cookie: browser, body: { token } });
        assert.deepEqual([shown.status, shown.body, shown.headers.get('set-cookie')], [200, { email }, null]);
      }

      const signedIn = await send('POST', '/sign-in/link', { cookie: browser, body: { token } });
      assert.deepEqual(signedIn.body, {
        role: 'person',
        email,
        language: 'nl',
        venues: [{ slug, name: 'Sauna aan het Meer', role: 'desk' }],
      });
      const setCookie = signedIn.headers.get('set-cookie') ?? '';
      assert.match(setCookie, /^venue-booking=p_[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Strict$/);
      const cookie = cookieOf(signedIn);
      assert.deepEqual((await send('GET', '/session', { cookie })).body, signedIn.body);
      assert.equal((await send('GET', `/venues/${slug}/bookings`, { cookie })).status, 200);

      const again = await send('POST', '/sign-in/link', { cookie: browser, body: { token } });
      assert.deepEqual([again.status, again.headers.get('set-cookie')], [410, null]);
      const shown = await send('POST', '/sign-in/link/person', { cookie: browser, body: { token } });
      assert.deepEqual([shown.status, shown.text], [410, again.text]);
      const { rows } = await stack().database.query(
        `SELECT hash FROM catalog.session UNION SELECT hash FROM catalog.sign_in_link
         UNION SELECT browser FROM catalog.sign_in_link WHERE browser IS NOT NULL`,
      );
      for (const { hash } of rows)
        for (const secret of [token, cookie, browser]) assert.ok(!secret.includes(hash));
    });

    it('a link works only in the browser that requested it, and another browser does not use it up', async () => {
      const email = newEmail();
      await stack().api.admin('POST', `/venues/${slug}/people`, { email });
      const browser = cookieOf(await send('POST', '/sign-in', { body: { email } }));
      const token = await mailedToken(email, 1);
      const other = cookieOf(await send('POST', '/sign-in', { body: { email: newEmail() } }));
      for (const cookie of ['', other])
        for (const path of ['/sign-in/link/person', '/sign-in/link']) {
          const refused = await send('POST', path, { cookie, body: { token } });
          assert.deepEqual([refused.status, refused.headers.get('error-code')], [403, 'other_browser']);
          assert.equal(refused.headers.get('set-cookie'), null);
          assert.ok(!refused.text.includes(email), 'the response does not reveal whose link it is');
        }
      // Another request keeps the cookie, so both links work.
      assert.equal(cookieOf(await send('POST', '/sign-in', { cookie: browser, body: { email } })), browser);
      assert.equal((await send('POST', '/sign-in/link', { cookie: browser, body: { token } })).status, 200);
    });

    it('a person lists their sessions and may end them only after a recent sign-in', async () => {
      const at = { email: newEmail(), venues: { [slug]: 'desk' } as const };
      const [here, one, another] = [
        await signIn(stack(), at),
        await signIn(stack(), at),
        await signIn(stack(), at),
      ];
      const works = async (cookie: string) => (await send('GET', '/session', { cookie })).status === 200;
      const list = async () => (await send('GET', '/sessions', { cookie: here })).body;
      const sessions = await list();
      assert.deepEqual(
        sessions.map(({ current }: { current: boolean }) => current),
        [true, false, false],
      );
      const days = (Date.parse(sessions[0].ends_at) - Date.parse(sessions[0].created_at)) / 86_400_000;
      assert.equal(Math.round(days), 90);
      assert.equal((await stack().api.admin('GET', '/sessions')).headers.get('error-code'), 'session_only');

      const path = `/sessions/${sessions[1].id}`;
      const stranger = await signIn(stack(), { venues: { [slug]: 'desk' } });
      assert.equal((await send('DELETE', path, { cookie: stranger })).status, 404);
      assert.equal((await send('DELETE', path, { cookie: here })).status, 200);
      await eventually('one session is ended', async () => (await list()).length === 2);
      const stillIn = async () => [await works(one), await works(another)].filter(Boolean).length;
      await eventually('one of the two is signed out', async () => (await stillIn()) === 1);
      assert.equal((await send('DELETE', '/session/others', { cookie: here })).status, 200);
      await eventually('the other one is signed out too', async () => (await stillIn()) === 0);
      assert.ok((await works(here)) && (await works(stranger)));

      await stack().database.query(
        `UPDATE catalog.session SET created_at = created_at - interval '16 minutes' WHERE hash = $1`,
        [hashIn(here, stack())],
      );
      const code = async (asked: string) =>
        (await send('DELETE', asked, { cookie: here })).headers.get('error-code');
      await eventually(
        'the session is no longer recent',
        async () => (await code('/session/others')) === 'sign_in_again',
      );
      for (const asked of [path, `/session/passkeys/${randomUUID()}`])
        assert.equal(await code(asked), 'sign_in_again');
    });

    it('a session ends at its expiry, however recently it was used', async () => {
      for (const cookie of [
        await signIn(stack(), { venues: { [slug]: 'desk' } }),
        await signInAsOperator(stack()),
      ]) {
        assert.equal((await send('GET', '/session', { cookie })).status, 200);
        await stack().database.query(
          `UPDATE catalog.session SET ends_at = now() - interval '1 second', last_seen_at = now()
           WHERE hash = $1`,
          [hashIn(cookie, stack())],
        );
        const isOut = async () => (await send('GET', '/session', { cookie })).status === 401;
        await eventually('the session is over', isOut);
      }
    });

    it('an expired or altered link signs nobody in', async () => {
      const email = newEmail();
      await stack().api.admin('POST', `/venues/${slug}/people`, { email });
      const browser = cookieOf(await send('POST', '/sign-in', { body: { email } }));
      const token = await mailedToken(email, 1);
      const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
      const refused = await send('POST', '/sign-in/link', { cookie: browser, body: { token: changed } });
      assert.deepEqual([refused.status, refused.headers.get('set-cookie')], [410, null]);
      await stack().database.query(
        `UPDATE catalog.sign_in_link SET expires_at = now() WHERE person_id = (SELECT id FROM catalog.person WHERE email = $1)`,
        [email],
      );
      const late = await send('POST', '/sign-in/link', { cookie: browser, body: { token } });
      assert.deepEqual([late.status, late.text], [410, refused.text]);
      for (const wrong of [token, changed]) {
        const shown = await send('POST', '/sign-in/link/person', { cookie: browser, body: { token: wrong } });
        assert.deepEqual([shown.status, shown.text], [410, refused.text]);
      }
    });

    it('known and unknown people get the same response, and at most five links an hour', async () => {
      const email = newEmail();
      await stack().api.admin('POST', `/venues/${slug}/people`, { email });
      const stranger = await send('POST', '/sign-in', { body: { email: newEmail() } });
      const cookie = cookieOf(stranger);
      for (let asked = 0; asked < 7; asked++) {
        const known = await send('POST', '/sign-in', { cookie, body: { email } });
        assert.deepEqual([known.status, known.text], [stranger.status, stranger.text]);
      }
      await mailedToken(email, 5);
      const { rows } = await stack().database.query(
        `SELECT count(*)::integer AS made FROM catalog.sign_in_link
         JOIN catalog.person ON person.id = person_id WHERE email = $1`,
        [email],
      );
      assert.equal(rows[0].made, 5);
    });

    it('a session ends at sign-out here or everywhere, on removal, and after 30 days without use', async () => {
      const email = newEmail();
      const at = { email, venues: { [slug]: 'desk' } as const };
      const works = async (cookie: string) =>
        (await send('GET', `/venues/${slug}/bookings`, { cookie })).status === 200;
      const out = (cookie: string) => eventually('the session is over', async () => !(await works(cookie)));

      const [one, other] = [await signIn(stack(), at), await signIn(stack(), at)];
      const ended = await send('DELETE', '/session', { cookie: one });
      assert.match(ended.headers.get('set-cookie') ?? '', /^venue-booking=; Max-Age=0;/);
      await out(one);
      assert.ok(await works(other));
      const third = await signIn(stack(), at);
      await send('DELETE', '/sessions', { cookie: third });
      for (const cookie of [other, third]) await out(cookie);

      const silent = await signIn(stack(), at);
      await stack().database.query(
        `UPDATE catalog.session SET last_seen_at = now() - interval '31 days'
         WHERE person_id = (SELECT id FROM catalog.person WHERE email = $1)`,
        [email],
      );
      assert.equal(await works(silent), false);

      const removed = await signIn(stack(), at);
      assert.ok(await works(removed));
      const { body } = await stack().api.admin('GET', `/venues/${slug}/people`);
      const { id } = body.find((person: { email: string }) => person.email === email);
      assert.equal((await stack().api.admin('DELETE', `/venues/${slug}/people/${id}`)).status, 200);
      await out(removed);
      const { rows } = await stack().database.query('SELECT 1 FROM catalog.person WHERE email = $1', [email]);
      assert.deepEqual(rows, [], 'no data is kept of a person without venues');
    });

    it('an owner signs a person out of one venue, and the person stays signed in at others', async () => {
      const other = await stack().api.newVenue();
      const at = { email: newEmail(), venues: { [slug]: 'desk', [other]: 'desk' } as const };
      const cookie = await signIn(stack(), at);
      const { body } = await stack().api.admin('GET', `/venues/${slug}/people`);
      const { id } = body.find(({ email }: { email: string }) => email === at.email);
      await stack().api.admin('DELETE', `/venues/${slug}/people/${id}/sessions`);
      await eventually(
        'the person is signed out of this venue',
        async () => (await send('GET', `/venues/${slug}`, { cookie })).status === 404,
      );
      assert.equal((await send('GET', `/venues/${other}`, { cookie })).status, 200);
    });

    it('an address gets a few invitations a day, however often it is added', async () => {
      const { api, mail } = stack();
      const slug = await api.newVenue();
      const email = `${randomUUID()}@example.com`;
      const mailed: boolean[] = [];
      for (let times = 0; times < 12; times++) {
        const { body } = await api.admin('POST', `/venues/${slug}/people`, { email });
        mailed.push(body.mailed);
        await api.admin('DELETE', `/venues/${slug}/people/${body.id}`);
      }
      assert.deepEqual(mailed, [...Array(10).fill(true), false, false]);
      assert.equal(mail.to(email).length, 10);
    });

    it('an owner cannot remove or demote the last owner of a venue', async () => {
      const venue = await stack().api.newVenue();
      const cookie = await signIn(stack(), { venues: { [venue]: 'owner' } });
      const [{ id }] = (await send('GET', `/venues/${venue}/people`, { cookie })).body;
      const path = `/venues/${venue}/people/${id}`;
      assert.equal((await send('DELETE', path, { cookie })).status, 409);
      assert.equal((await send('PATCH', path, { cookie, body: { role: 'desk' } })).status, 409);
      const invited = { email: newEmail(), role: 'owner' };
      assert.equal((await send('POST', `/venues/${venue}/people`, { cookie, body: invited })).status, 201);
      assert.equal((await send('PATCH', path, { cookie, body: { role: 'desk' } })).status, 200);
      const byDesk = async () => (await send('GET', `/venues/${venue}/people`, { cookie })).status === 403;
      await eventually('the desk cannot list people', byDesk);
      assert.equal((await stack().api.admin('DELETE', path)).status, 200);
    });

    it('a person may leave a venue, except as its last owner', async () => {
      const venue = await stack().api.newVenue();
      const path = `/session/venues/${venue}`;
      const owner = await signIn(stack(), { venues: { [venue]: 'owner' } });
      const desk = await signIn(stack(), { venues: { [venue]: 'desk', [slug]: 'desk' } });
      assert.equal((await send('DELETE', path, { cookie: owner })).status, 409);
      assert.equal((await send('DELETE', path, { cookie: await signInAsOperator(stack()) })).status, 404);
      assert.equal((await stack().api.admin('DELETE', path)).headers.get('error-code'), 'session_only');
      assert.equal((await send('DELETE', path, { cookie: desk })).status, 200);
      const venues = async () => (await send('GET', '/session', { cookie: desk })).body.venues;
      await eventually('only the other venue is left', async () => (await venues()).length === 1);
      assert.equal((await send('GET', `/venues/${venue}/people`, { cookie: owner })).body.length, 1);
    });

    it('the history names the person who acted', async () => {
      const { api } = stack();
      const venue = await api.newVenue();
      const facility = await api.newFacility(venue);
      const email = newEmail();
      const cookie = await signIn(stack(), { email, venues: { [venue]: 'owner' } });
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${day}`);
      const wish = { slot_id: body.slots[0].id, customer_name: 'Anna' };
      const made = await send('POST', `/venues/${venue}/bookings`, { cookie, body: wish });
      assert.deepEqual([made.status, made.body.history[0].actor], [201, `person ${email}`]);
    });

    it('another website cannot write with a person’s session', async () => {
      const cookie = await signIn(stack(), { venues: { [slug]: 'owner' } });
      const person = { email: newEmail(), role: 'owner' };
      for (const forged of ['https://evil.example', 'null', `${origin()}.evil.example`, undefined]) {
        const answer = await call(`${stack().api.url}/api/admin/venues/${slug}/people`, {
          headers: { Cookie: cookie, ...(forged && { Origin: forged }) },
          body: person,
        });
        assert.deepEqual([answer.status, answer.headers.get('error-code')], [403, 'foreign_origin']);
        assert.equal(answer.headers.get('access-control-allow-origin'), null);
      }
      const { body } = await stack().api.admin('GET', `/venues/${slug}/people`);
      assert.ok(!body.some(({ email }: { email: string }) => email === person.email));
    });

    it('only the operator token signs an operator in, and an operator may enter any venue', async () => {
      const wrong = await send('POST', '/sign-in/operator', { body: { token: 'not-the-operators-token' } });
      assert.deepEqual([wrong.status, wrong.headers.get('set-cookie')], [403, null]);
      const { operatorToken } = stack();
      const right = await send('POST', '/sign-in/operator', { body: { token: operatorToken } });
      assert.deepEqual([right.body.role, right.body.venues], ['operator', []]);
      for (const cookie of [cookieOf(right), await signInAsOperator(stack())]) {
        assert.equal((await send('GET', `/venues/${slug}/people`, { cookie })).status, 200);
        assert.equal((await send('GET', '/dead-letters', { cookie })).status, 200);
      }
      // Operator sessions depend on the token, so a new token ends them all.
      const before = await signInAsOperator({ ...stack(), operatorToken: 'the-token-of-before' });
      assert.equal((await send('GET', '/session', { cookie: before })).status, 401);
      const owner = await signIn(stack(), { venues: { [slug]: 'owner' } });
      assert.equal((await send('GET', '/dead-letters', { cookie: owner })).status, 403);
      assert.equal(
        (await send('POST', '/venues', { cookie: owner, body: { slug: 'x', name: 'X' } })).status,
        403,
      );
    });

    it('a person may add a passkey only in a recent session', async () => {
      const cookie = await signIn(stack(), { venues: { [slug]: 'desk' } });
      const prepare = () => send('POST', '/session/passkeys/challenge', { cookie, body: {} });
      assert.equal((await prepare()).status, 200);
      await stack().database.query(
        `UPDATE catalog.session SET created_at = created_at - interval '16 minutes' WHERE hash = $1`,
        [hashIn(cookie, stack())],
      );
      const code = async () => (await prepare()).headers.get('error-code');
      await eventually('the session is no longer recent', async () => (await code()) === 'sign_in_again');
      const credential = { id: 'x', rawId: 'x', type: 'public-key' };
      const response = { clientDataJSON: 'x', attestationObject: 'x' };
      const body = { name: 'x', credential: { ...credential, response } };
      const added = await send('POST', '/session/passkeys', { cookie, body });
      assert.deepEqual([added.status, added.headers.get('error-code')], [403, 'sign_in_again']);
    });

    it('a person keeps their language for the next sign-in', async () => {
      const email = newEmail();
      const cookie = await signIn(stack(), { email, venues: { [slug]: 'desk' } });
      await send('PATCH', '/session', { cookie, body: { language: 'en' } });
      assert.equal((await send('GET', '/session', { cookie })).body.language, 'en');
      await send('POST', '/sign-in', { body: { email } });
      await mailedToken(email, 1);
      assert.equal(stack().mail.to(email).at(-1)?.mail.subject, 'Your sign-in link');
    });

    it('a rate limit prevents guessing of the operator token', async () => {
      // An address of its own, so that other tests are not rate limited.
      const client = { 'X-Forwarded-For': newAddress() };
      const guess = (token: string) =>
        call(`${stack().api.url}/api/admin/sign-in/operator`, { headers: client, body: { token } });
      let answer = await guess('guess');
      for (let tried = 0; tried < 40 && answer.status === 403; tried++)
        answer = await guess(`guess ${tried}`);
      assert.equal(answer.status, 429);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      const right = await guess(stack().operatorToken);
      assert.equal(right.status, 429, 'a correct guess is rejected too');
    });
  });
}
