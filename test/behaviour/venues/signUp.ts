import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { prove } from '@venue-booking/domain/booking/solveProof';
import { beforeAll, describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { type ApiResponse, call, daysAhead, eventually, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** People who make a venue without the operator. */
export function signUp(stack: () => Stack): void {
  describe('signing up a venue', () => {
    const newEmail = () => `${randomUUID()}@example.com`;
    const newSlug = () => `s-${randomUUID()}`;
    /** Sends a request like a browser on the dashboard's own origin. */
    const send = (
      method: string,
      path: string,
      { cookie = '', body }: { cookie?: string; body?: unknown } = {},
    ) =>
      call(`${stack().api.url}/api/admin${path}`, {
        method,
        headers: {
          Origin: stack().api.url,
          'X-Forwarded-For': newAddress(),
          ...(cookie && { Cookie: cookie }),
        },
        ...(body !== undefined && { body }),
      });
    const cookieOf = ({ headers }: ApiResponse) => headers.get('set-cookie')?.split(';')[0] ?? '';
    const code = ({ headers }: ApiResponse) => headers.get('error-code');
    const tokensTo = (email: string) =>
      stack()
        .mail.to(email)
        .flatMap(({ mail }) => /\/admin\/sign-up#([\w-]{43})\b/.exec(mail.text ?? '')?.[1] ?? []);
    const newProof = async () => prove((await send('GET', '/sign-up/challenge')).body);
    const ask = (email: string, proof_of_work: string) =>
      send('POST', '/sign-up', { body: { email, locale: 'en', accept_terms: true, proof_of_work } });
    const invite = async (email: string): Promise<string> => {
      const made = await stack().api.admin('POST', '/invitations', { email });
      assert.equal(made.status, 201, made.text);
      return made.body.url.split('#')[1];
    };
    const create = (token: string, slug = newSlug(), cookie = '') =>
      send('POST', '/sign-up/venue', {
        cookie,
        body: {
          ...{ token, slug, name: 'Lakeside Sauna', timezone: 'Europe/Berlin', locale: 'de', country: 'de' },
          accept_terms: true,
        },
      });

    it('leads a stranger from an address to the first booking of a guest without the operator', async () => {
      const [email, slug] = [newEmail(), newSlug()];
      assert.deepEqual((await send('GET', '/sign-up')).body, {
        mode: 'open',
        terms_url: 'https://platform.example/terms',
        privacy_url: 'https://platform.example/privacy',
      });
      const proof = await newProof();
      const refused = await send('POST', '/sign-up', {
        body: { email, locale: 'en', accept_terms: false, proof_of_work: proof },
      });
      assert.equal(refused.status, 422);
      assert.deepEqual(
        [(await ask(email, proof)).status, code(await ask(email, proof))],
        [200, 'proof_used'],
      );
      await eventually('the link arrives', () => tokensTo(email).length === 1);
      assert.equal(stack().mail.to(email)[0]?.mail.subject, 'Create your venue');
      const [token = ''] = tokensTo(email);
      const opened = await send('POST', '/sign-up/link', { body: { token } });
      assert.deepEqual(opened.body, { email, language: 'en', invited: false });

      const made = await create(token, slug);
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(made.body.venue, { slug, name: 'Lakeside Sauna' });
      assert.deepEqual(made.body.session.venues, [{ slug, name: 'Lakeside Sauna', role: 'owner' }]);
      for (const path of ['/sign-up/link', '/sign-up/venue'])
        assert.equal(
          code(path.endsWith('link') ? await send('POST', path, { body: { token } }) : await create(token)),
          'link_over',
        );

      await eventually('it is in the audit log', async () => {
        const { body } = await stack().api.admin('GET', '/audit-log?kind=sign-up');
        return body.some((entry: { call: string }) => entry.call === 'signUpVenue');
      });

      const cookie = cookieOf(made);
      const recorded = (await send('GET', `/venues/${slug}/audit-log`, { cookie })).body;
      const [{ actor, call: operation }] = recorded;
      assert.deepEqual([operation, actor], ['signUpVenue', `person ${email}`]);
      const facility = await send('POST', `/venues/${slug}/facilities`, {
        cookie,
        body: {
          ...{ name: 'Sauna', mode: 'CAPACITY', capacity: 4, duration_minutes: 60 },
          ...{ opens_at: '06:00', closes_at: '06:00' },
        },
      });
      assert.equal(facility.status, 201, facility.text);
      const live = await send('PATCH', `/venues/${slug}`, { cookie, body: { live: true } });
      assert.deepEqual(
        [live.body.country, live.body.timezone, live.body.plan],
        ['DE', 'Europe/Berlin', 'new'],
      );
      const { body: day } = await stack().api.get(
        slug,
        `/facilities/${facility.body.id}/slots?date=${daysAhead(5)}`,
      );
      const booked = await stack().api.book(slug, { slot_id: day.slots[0].id });
      assert.equal(booked.status, 201, booked.text);

      const limited = await send('PATCH', `/venues/${slug}`, {
        cookie,
        body: { domains: ['a.example.com'] },
      });
      assert.ok(['plan_limit', 'domain_unproven'].includes(code(limited) ?? ''), limited.text);
      const listed = (await stack().api.admin('GET', '/venues?plan=new&limit=1000')).body;
      assert.ok(listed.some((venue: { slug: string }) => venue.slug === slug));
      assert.equal(
        code(await send('PATCH', `/venues/${slug}`, { cookie, body: { plan: null } })),
        'operator_only',
      );
      const lifted = await stack().api.admin('PATCH', `/venues/${slug}`, { plan: null });
      assert.equal(lifted.body.plan, null);
    });

    it('mails an address only a few links, and responds the same afterwards', async () => {
      const email = newEmail();
      await stack().database.query(
        `INSERT INTO catalog.sign_up_link (hash, email, language, invited, expires_at)
         SELECT gen_random_uuid()::text, $1, 'en', false, now() FROM generate_series(1, 3)`,
        [email],
      );
      const [blocked, other] = await Promise.all([ask(email, await newProof()), newProof()]);
      const witness = newEmail();
      const answered = await ask(witness, other);
      assert.deepEqual([blocked.status, blocked.text], [answered.status, answered.text]);
      await eventually('a later link arrives', () => tokensTo(witness).length === 1);
      assert.deepEqual(tokensTo(email), []);
    });

    it('gives a slug to one of two people, and the other one chooses another with the same link', async () => {
      const slug = newSlug();
      const tokens = await Promise.all([invite(newEmail()), invite(newEmail())]);
      const outcomes = await Promise.all(tokens.map((token) => create(token, slug)));
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), [201, 409]);
      const loser = outcomes.findIndex(({ status }) => status === 409);
      assert.equal(code(outcomes[loser] as ApiResponse), 'slug_taken');
      const token = tokens[loser] ?? '';
      const checked = await send('POST', '/sign-up/slug', { body: { token, slug } });
      assert.deepEqual(checked.body, { free: false, suggestion: `${slug}-2` });
      const reserved = await send('POST', '/sign-up/slug', { body: { token, slug: 'www' } });
      assert.deepEqual(reserved.body, { free: false, suggestion: null });
      // An encoded name shows as another one in browsers.
      for (const name of ['www', 'xn--dmin-7cd']) assert.equal(code(await create(token, name)), 'slug_taken');
      assert.equal((await create(token, checked.body.suggestion)).status, 201);
    });

    it('makes one venue from a link that is used twice at once', async () => {
      const token = await invite(newEmail());
      const outcomes = await Promise.all([create(token), create(token), create(token)]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), [201, 410, 410]);
    });

    describe('with an address that has an account', () => {
      let email: string;
      let cookie: string;
      let first: string;
      beforeAll(async () => {
        email = newEmail();
        first = await stack().api.newVenue({ name: 'First venue' });
        cookie = await signIn(stack(), { email, venues: { [first]: 'owner' } });
      });

      it('adds the venue to the session of the person', async () => {
        const slug = newSlug();
        const made = await create(await invite(email), slug, cookie);
        assert.deepEqual([made.status, made.headers.get('set-cookie')], [201, null]);
        const slugs = made.body.session.venues.map((venue: { slug: string }) => venue.slug);
        assert.deepEqual(slugs.sort(), [first, slug].sort());
        assert.equal((await send('GET', `/venues/${slug}`, { cookie })).status, 200);
      });

      it('does not sign in, because the link may be old and in any browser', async () => {
        const made = await create(await invite(email));
        assert.deepEqual([made.status, made.body.session, made.headers.get('set-cookie')], [201, null, null]);
        const stranger = await signIn(stack(), { venues: { [await stack().api.newVenue()]: 'owner' } });
        assert.equal((await create(await invite(email), newSlug(), stranger)).body.session, null);
      });

      it('stops at the maximum number of venues of an address', async () => {
        const tokens = [];
        // An invitation replaces the earlier one of its address.
        for (let made = 3; made < 5; made++) assert.equal((await create(await invite(email))).status, 201);
        tokens.push(await invite(email));
        const more = await create(tokens[0] ?? '');
        assert.deepEqual([more.status, code(more)], [409, 'too_many_venues']);
      });
    });

    it('lets the operator list and remove invitations, and a removed one no longer works', async () => {
      const email = newEmail();
      const { api } = stack();
      const made = (await api.admin('POST', '/invitations', { email, language: 'nl' })).body;
      assert.equal(made.mailed, true);
      assert.equal(stack().mail.to(email)[0]?.mail.subject, 'Je uitnodiging voor Venue Booking');
      const listed = (await api.admin('GET', '/invitations')).body;
      assert.ok(listed.some(({ id }: { id: string }) => id === made.id));
      assert.equal((await api.admin('DELETE', `/invitations/${made.id}`)).status, 200);
      assert.equal(code(await api.admin('DELETE', `/invitations/${made.id}`)), 'invitation_not_found');
      assert.equal(code(await create(made.url.split('#')[1])), 'link_over');
    });
  });
}
