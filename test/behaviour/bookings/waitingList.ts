import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Guests who wait for a place, from the request to the booking. */
export function waitingList(stack: () => Stack): void {
  describe('waiting list', () => {
    let slug: string;
    let facility: number;
    let slot: number;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      facility = await api.newFacility(slug, {
        capacity: 2,
        price_eur: 10,
        waiting_list: true,
        offer_minutes: 30,
      });
      slot = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(7)}`)).body.slots[0].id;
    });
    const site = (body: object, headers: Record<string, string> = {}) =>
      call(`${stack().api.url}/api/site/waiting-list`, {
        method: 'POST',
        headers: { 'X-Tenant': slug, ...headers },
        body: { slot_id: slot, customer_name: 'Grace', locale: 'en', ...body },
      });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}/waiting-list${path}`, body);
    /** The page of the link in the newest of a guest's mails. */
    const mailed = async (email: string, count: number): Promise<string> => {
      await eventually('the mail arrives', () => stack().mail.to(email).length >= count);
      const { text = '' } = stack().mail.to(email).at(-1)?.mail ?? {};
      const [link = ''] = /https?:\S+\/waiting\/\S+/.exec(text) ?? [];
      return stack().api.url + new URL(link).pathname;
    };
    const open = (page: string) => call(page, { headers: { Accept: 'text/html' } });
    /** Sends a form of a page. */
    const press = (page: string, form: Record<string, string> = {}) =>
      fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
    const hiddenOf = (html: string, name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const newGuest = () => `${randomUUID()}@example.com`;

    it('offers a cancelled booking’s places to the guest who waits, who books them', async () => {
      const { api } = stack();
      const full = await api.book(slug, { slot_id: slot, people: 2 });
      assert.equal(full.status, 201, full.text);
      const email = newGuest();
      const key = { 'Idempotency-Key': randomUUID() };
      const joined = await site({ customer_email: email, people: 2 }, key);
      assert.deepEqual([joined.status, joined.body.status], [201, 'unconfirmed'], joined.text);
      assert.equal(
        (await site({ customer_email: email, people: 2 }, key)).body.leave_url,
        joined.body.leave_url,
      );
      const page = await mailed(email, 1);

      // Mail servers open links, and the link in the response does not confirm.
      assert.match((await open(page)).text, /Confirm your place/);
      const leaving = stack().api.url + new URL(joined.body.leave_url).pathname;
      assert.equal((await press(`${leaving}/confirm`)).status, 404);
      const { body: listed } = await admin('GET', `?facility=${facility}`);
      assert.deepEqual(
        listed.map(({ status }: { status: string }) => status),
        ['unconfirmed'],
      );
      assert.equal((await press(`${page}/confirm`)).status, 303);
      assert.match((await open(page)).text, /On the waiting list/);
      const calendar = await api.admin('GET', `/venues/${slug}/calendar?from=${daysAhead(7)}`);
      const { slots } = calendar.body.days[0].facilities[0];
      const waiting = slots.map(({ id, waiting: guests }: { id: number; waiting?: number }) => [id, guests]);
      assert.deepEqual(waiting[0], [slot, 1]);

      await api.admin('POST', `/venues/${slug}/bookings/${full.body.booking.id}/cancel`, {});
      assert.equal(await mailed(email, 2), page);
      const { text: html } = await open(page);
      assert.match(html, /There is a place for you/);
      const stolen = await api.book(slug, { slot_id: slot, people: 1 });
      assert.equal(stolen.status, 422, 'the places are held');
      const form = { offer: hiddenOf(html, 'offer'), quote: hiddenOf(html, 'quote') };
      assert.equal((await press(`${leaving}/accept`, form)).status, 404);
      assert.equal((await press(`${page}/accept`, { ...form, offer: randomUUID() })).status, 409);
      const [one, other] = await Promise.all([press(`${page}/accept`, form), press(`${page}/accept`, form)]);
      assert.deepEqual([one.status, other.status], [303, 303]);
      assert.equal(one.headers.get('location'), other.headers.get('location'));
      assert.match(one.headers.get('location') ?? '', /\/tickets\//);
      assert.match((await open(page)).text, /Booked/);
    });

    it('offers a place once the add-ons that the guest chose are free as well', async () => {
      const { api } = stack();
      const towel = { key: 'towel', name: { en: 'Towel', nl: 'Handdoek' }, eur: 3, per: 'piece', max: 2 };
      const spa = await api.newFacility(slug, {
        ...{ capacity: 1, waiting_list: true },
        pricing: {
          ...{ per: 'person', eur: 10, rules: [] },
          add_ons: [{ ...towel, stock: { per: 'day', count: 2 } }],
        },
      });
      const { slots } = (await api.get(slug, `/facilities/${spa}/slots?date=${daysAhead(7)}`)).body;
      const [wanted, other] = slots.map(({ id }: { id: number }) => id);
      const full = await api.book(slug, { slot_id: wanted });
      const towels = await api.book(slug, { slot_id: other, add_ons: { towel: 1 } });
      const email = newGuest();
      const joined = await site({ slot_id: wanted, customer_email: email, add_ons: { towel: 2 } });
      assert.equal(joined.status, 201, joined.text);
      const page = await mailed(email, 1);
      await press(`${page}/confirm`);
      const cancel = (made: typeof full) =>
        api.admin('POST', `/venues/${slug}/bookings/${made.body.booking.id}/cancel`, {});
      await cancel(full);
      const entry = async () => (await admin('GET', `?facility=${spa}`)).body[0];
      await eventually('it is passed over', async () => (await entry()).skipped === 'add_on_gone');
      assert.equal((await entry()).status, 'waiting');
      await cancel(towels);
      await mailed(email, 2);
      const { text: html } = await open(page);
      assert.match(html, /2 × Towel/);
      const form = { offer: hiddenOf(html, 'offer'), quote: hiddenOf(html, 'quote') };
      const booked = await press(`${page}/accept`, form);
      assert.match(booked.headers.get('location') ?? '', /\/tickets\//);
    });

    it('lets the desk offer, remove and see who waits', async () => {
      const [first, second] = [newGuest(), newGuest()];
      for (const email of [first, second]) {
        assert.equal((await site({ customer_email: email, people: 2 })).status, 201);
        await press(`${await mailed(email, 1)}/confirm`);
      }
      const { body } = await admin('GET', '');
      const entries = body as { id: number; customer_email: string }[];
      assert.deepEqual(
        entries.map(({ customer_email: email }) => email),
        [first, second],
      );
      const copy = await stack().api.admin('GET', `/venues/${slug}/guests?email=${first}`);
      assert.deepEqual(
        copy.body.waiting.map(({ id }: { id: number }) => id),
        [entries[0]?.id],
      );
      const [one, two] = entries;
      assert.equal((await admin('POST', `/${two?.id}/offer`, {})).status, 422, 'the slot is full');
      assert.equal((await admin('DELETE', `/${one?.id}`)).body.status, 'left');
      assert.equal((await admin('DELETE', `/${two?.id}`)).body.status, 'left');
      assert.deepEqual((await admin('GET', '')).body, []);
    });

    it('rejects what it does not know, and a list that is off', async () => {
      assert.equal((await site({ customer_email: newGuest(), colour: 'red' })).status, 422);
      assert.equal((await site({ customer_email: newGuest(), facility_id: facility })).status, 422);
      const other = await stack().api.newFacility(slug, {});
      const joined = await site({
        slot_id: undefined,
        facility_id: other,
        date: daysAhead(7),
        customer_email: newGuest(),
      });
      assert.deepEqual([joined.status, joined.body.error], [422, 'There is no waiting list here.']);
      assert.equal((await open(`${stack().api.url}/waiting/${'A'.repeat(40)}`)).status, 404);
    });
  });
}
