import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { signIn } from '../../admin/signIn.ts';
import { type ApiResponse, call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Named operators, their tokens for programs, and the reasons with which they enter venues. */
export function operators(stack: () => Stack): void {
  describe('named operators', () => {
    const newEmail = () => `${randomUUID()}@operator.example`;
    const codeOf = ({ headers }: ApiResponse) => headers.get('error-code');
    /** Sends a request with a session or a token. */
    const as =
      (credentials: { cookie: string } | { token: string }) =>
      (method: string, path: string, body?: unknown) =>
        call(`${stack().api.url}/api/admin${path}`, {
          method,
          headers:
            'cookie' in credentials
              ? { Cookie: credentials.cookie, Origin: stack().api.url }
              : { Authorization: `Bearer ${credentials.token}` },
          ...(body !== undefined && { body }),
        });
    const newOperator = async (operator: 'admin' | 'support', email = newEmail()) =>
      as({ cookie: await signIn(stack(), { email, venues: {}, operator }) });
    const idOf = async (email: string): Promise<string> => {
      const { body } = await stack().api.admin('GET', '/operators');
      return body.find((one: { email: string }) => one.email === email)?.id;
    };

    it('invites an operator by mail, who needs no venue to sign in', async () => {
      const email = newEmail();
      const added = await stack().api.admin('POST', '/operators', { email, role: 'admin', language: 'de' });
      assert.deepEqual([added.status, added.body.email, added.body.mailed], [201, email, true], added.text);
      assert.equal(stack().mail.to(email)[0]?.mail.subject, 'Sie sind Betreiber von Venue Booking');
      const again = await stack().api.admin('POST', '/operators', { email, role: 'support' });
      assert.deepEqual([again.body.id, again.body.role], [added.body.id, 'admin']);
      await call(`${stack().api.url}/api/admin/sign-in`, { body: { email } });
      await eventually('the link arrives', () => stack().mail.to(email).length === 3);
    });

    it('needs a reason for a venue, which its owners read, and names the operator in the audit log', async () => {
      const slug = await stack().api.newVenue();
      const email = newEmail();
      const operator = await newOperator('admin', email);
      const owner = as({ cookie: await signIn(stack(), { venues: { [slug]: 'owner' } }) });
      const desk = as({ cookie: await signIn(stack(), { venues: { [slug]: 'desk' } }) });
      assert.equal((await operator('GET', '/venues')).status, 200);
      assert.equal(codeOf(await operator('GET', `/venues/${slug}/bookings`)), 'visit_required');
      assert.equal((await operator('POST', `/venues/${slug}/visits`, { reason: '' })).status, 422);
      assert.deepEqual((await owner('GET', `/venues/${slug}/state`)).body.visits, []);

      const reason = 'Asked for help with prices';
      const visit = await operator('POST', `/venues/${slug}/visits`, { reason });
      assert.deepEqual([visit.status, visit.body.by, visit.body.reason], [201, `operator ${email}`, reason]);
      assert.equal((await operator('PATCH', `/venues/${slug}`, { phone: '030' })).status, 200);
      const { body: session } = await operator('GET', '/session');
      assert.deepEqual(
        [session.role, session.operator.visits],
        ['operator', [{ slug, ends_at: visit.body.ends_at }]],
      );
      assert.deepEqual((await owner('GET', `/venues/${slug}/visits`)).body, [visit.body]);
      assert.deepEqual((await owner('GET', `/venues/${slug}/state`)).body.visits, [visit.body]);
      assert.equal((await desk('GET', `/venues/${slug}/state`)).body.visits, undefined);
      for (const [read, path] of [
        [owner, `/venues/${slug}/audit-log`],
        [stack().api.admin, `/audit-log?venue=${slug}`],
      ] as const)
        await eventually(`${path} has the visit and the change`, async () => {
          const { body } = await read('GET', path);
          const calls = body
            .filter(
              ({ actor, outcome }: { actor: string; outcome: string }) =>
                actor === `operator ${email}` && outcome === 'done',
            )
            .map(({ call: name, changes }: { call: string; changes: { after: string }[] }) => [
              name,
              changes[0]?.after,
            ]);
          return (
            JSON.stringify(calls) ===
            JSON.stringify([
              ['patchVenue', '030'],
              ['startVisit', reason],
            ])
          );
        });

      await stack().database.query(
        "UPDATE catalog.venue_visit SET ends_at = now() - interval '1 second' WHERE id = $1",
        [visit.body.id],
      );
      await eventually(
        'the visit has ended',
        async () => codeOf(await operator('GET', `/venues/${slug}`)) === 'visit_required',
      );
    });

    it('lists every visit in pages, newest first', async () => {
      const slug = await stack().api.newVenue();
      const operator = await newOperator('admin');
      const path = `/venues/${slug}/visits`;
      for (const reason of ['First', 'Second', 'Third']) await operator('POST', path, { reason });
      const { body: all } = await operator('GET', path);
      assert.equal(all.length, 3);
      const first = await operator('GET', `${path}?limit=2`);
      const second = await operator('GET', `${path}?limit=2&before=${first.body.at(-1).id}`);
      assert.deepEqual([first.body, second.body], [all.slice(0, 2), all.slice(2)]);
      assert.deepEqual((await operator('GET', `${path}?before=${all.at(-1).id}`)).body, []);
    });

    it('lets support read inside a venue and change nothing, except at a venue where they work', async () => {
      const [slug, own] = [await stack().api.newVenue(), await stack().api.newVenue()];
      const venues = { [own]: 'owner' } as const;
      const support = as({ cookie: await signIn(stack(), { venues, operator: 'support' }) });
      assert.equal((await support('POST', `/venues/${slug}/visits`, { reason: 'Ticket 12' })).status, 201);
      assert.equal((await support('GET', `/venues/${slug}/bookings`)).status, 200);
      const facility = await stack().api.newFacility(slug);
      const { body: day } = await stack().api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(3)}`);
      const { body: booked } = await stack().api.book(slug, { slot_id: day.slots[0].id, people: 1 });
      const booking = `/venues/${slug}/bookings/${booked.booking.id}`;
      // Whoever has the ticket can cancel the booking.
      assert.equal((await support('GET', booking)).body.ticket_url, undefined);
      assert.ok((await stack().api.admin('GET', booking)).body.ticket_url);
      assert.equal(codeOf(await support('PATCH', `/venues/${slug}`, { phone: '030' })), 'admin_only');
      assert.equal(codeOf(await support('POST', '/operators', { email: newEmail() })), 'admin_only');
      assert.equal((await support('PATCH', `/venues/${own}`, { phone: '030' })).status, 200);
    });

    it('ends sessions and tokens of a removed operator, who stays a person of a venue', async () => {
      const slug = await stack().api.newVenue();
      const email = newEmail();
      const venues = { [slug]: 'owner' } as const;
      const admin = as({ cookie: await signIn(stack(), { email, venues, operator: 'admin' }) });
      const made = await admin('POST', '/operator-tokens', { name: 'Backup', role: 'admin' });
      assert.deepEqual([made.status, made.body.created_by], [201, email], made.text);
      const program = as({ token: made.body.token });
      assert.equal((await program('GET', `/venues/${slug}`)).status, 200);
      for (const [path, body] of [
        ['/operators', { email: newEmail() }],
        ['/operator-tokens', { name: 'Further' }],
        [`/venues/${slug}/visits`, { reason: 'Ticket 12' }],
      ] as const)
        assert.equal(codeOf(await program('POST', path, body)), 'session_only');
      const removed = await stack().api.admin('DELETE', `/operators/${await idOf(email)}`);
      assert.equal(removed.status, 200, removed.text);
      assert.deepEqual(
        [(await admin('GET', '/session')).status, (await program('GET', '/venues')).status],
        [401, 401],
      );
      const person = as({ cookie: await signIn(stack(), { email, venues }) });
      assert.deepEqual((await person('GET', '/session')).body.role, 'person');
    });

    it('keeps an operator who is removed from their last venue', async () => {
      const slug = await stack().api.newVenue();
      const email = newEmail();
      const operator = await newOperator('support', email);
      const { body } = await stack().api.admin('POST', `/venues/${slug}/people`, { email });
      assert.equal((await stack().api.admin('DELETE', `/venues/${slug}/people/${body.id}`)).status, 200);
      assert.equal((await operator('GET', '/venues')).status, 200);
    });

    it('revokes a token for programs, stores only its hash, and ends it when it expires', async () => {
      const { api, database } = stack();
      const create = async (expires_in_days?: number) =>
        (await api.admin('POST', '/operator-tokens', { name: 'Monitoring', expires_in_days })).body;
      const [revoked, expired] = [await create(), await create(1)];
      const reads = async ({ token }: { token: string }) => (await as({ token })('GET', '/venues')).status;
      assert.deepEqual([await reads(revoked), await reads(expired)], [200, 200]);
      const listed = (await api.admin('GET', '/operator-tokens')).body;
      const used = listed.find(({ id }: { id: string }) => id === revoked.id);
      assert.deepEqual([used.role, used.created_by, used.token], ['support', null, undefined]);
      assert.ok(used.last_used_at);
      const { rows } = await database.query('SELECT hash FROM catalog.operator_token');
      assert.ok(rows.every(({ hash }) => ![revoked.token, expired.token].includes(hash)));
      await database.query('UPDATE catalog.operator_token SET expires_at = now() WHERE id = $1', [
        expired.id,
      ]);
      assert.equal((await api.admin('DELETE', `/operator-tokens/${revoked.id}`)).status, 200);
      assert.deepEqual([await reads(revoked), await reads(expired)], [401, 401]);
    });

    it('keeps an admin, unless the shared token removes the last one', async () => {
      const { api, database } = stack();
      const { rows } = await database.query<{ id: string }>(
        `UPDATE catalog.operator SET role = 'support' WHERE role = 'admin' RETURNING person_id AS id`,
      );
      try {
        const email = newEmail();
        const last = await newOperator('admin', email);
        const path = `/operators/${await idOf(email)}`;
        assert.equal(codeOf(await last('DELETE', path)), 'last_admin');
        assert.equal(codeOf(await last('PATCH', path, { role: 'support' })), 'last_admin');
        assert.equal((await api.admin('DELETE', path)).status, 200);
      } finally {
        await database.query(`UPDATE catalog.operator SET role = 'admin' WHERE person_id = ANY ($1)`, [
          rows.map(({ id }) => id),
        ]);
      }
    });
  });
}
