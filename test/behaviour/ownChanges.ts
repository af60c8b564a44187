import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Pricing } from '@venue-booking/proto/pricing';
import { type Answer, call, daysAhead, eventually, newAddress } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { unbalanced } from '../stack/money.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import type { Stack } from '../stack/stack.ts';

/** 10 a person, and 4 less at 12:00. */
const pricing: Pricing = {
  per: 'person',
  eur: 10,
  rules: [{ name: 'Lunch', from_time: '12:00', to_time: '13:00', effect: 'add', eur: -4, per: 'booking' }],
};

const name = (nl: string, en: string) => ({ nl, en });

/** 10 a person; towels, of which there are 5 a day, robes, and cleaning. */
const bathHouse: Pricing = {
  ...{ per: 'person', eur: 10, rules: [] },
  add_ons: [
    {
      ...{ key: 'towel', name: name('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 6 },
      stock: { per: 'day', count: 5 },
    },
    { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person' },
    { key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
  ],
};

/** The next Saturday whose booking day, from 06:00 on, has the hour that European clocks go back by. */
function longDay(): string {
  const soon = daysAhead(5);
  const year = Number(soon.slice(0, 4));
  const saturdays = [year, year + 1].map((one) => {
    const end = new Date(Date.UTC(one, 9, 31));
    end.setUTCDate(31 - end.getUTCDay() - 1);
    return end.toISOString().slice(0, 10);
  });
  return saturdays.find((date) => date > soon) ?? assert.fail();
}

/** What a guest changes of their own booking, by the pages of its ticket. */
export function ownChanges(stack: () => Stack): void {
  describe('changing one’s own booking', () => {
    let venue: PaidVenue;
    let slots: { id: number; starts_at: string }[];
    const slotAt = (time: string) => slots.find(({ starts_at }) => starts_at.endsWith(time))?.id ?? 0;
    before(async () => {
      venue = await newPaidVenue(stack(), {
        venue: { change_until_hours: 2 },
        facility: { capacity: 30, max_people_per_booking: 8, pricing },
      });
      const { body } = await stack().api.get(venue.slug, `/slots/${venue.slots[0]}`);
      const date = body.starts_at.slice(0, 10);
      slots = (await stack().api.get(venue.slug, `/facilities/${venue.facility}/slots?date=${date}`)).body
        .slots;
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const at = (ticketUrl: string, path = '') => `${stack().api.url}${new URL(ticketUrl).pathname}${path}`;
    const ask = async (
      url: string,
      {
        accept = 'text/html',
        form,
        from = newAddress(),
      }: { accept?: string; form?: object; from?: string } = {},
    ) => {
      const response = await fetch(url, {
        headers: { Accept: accept, 'Accept-Language': 'nl', 'X-Forwarded-For': from },
        redirect: 'manual',
        ...(form && { method: 'POST', body: new URLSearchParams(form as Record<string, string>) }),
      });
      const text = (await response.text()).replaceAll('\u00a0', ' ');
      const body = accept === 'application/json' ? JSON.parse(text) : undefined;
      return { status: response.status, location: response.headers.get('location'), text, body };
    };
    const JSON_PLEASE = { accept: 'application/json' };
    /** What a change would come to. */
    const quoted = (ticketUrl: string, wish: string) => ask(at(ticketUrl, `/change?${wish}`), JSON_PLEASE);
    const quoteOf = async (ticketUrl: string, wish: string): Promise<string> => {
      const { status, body, text } = await quoted(ticketUrl, wish);
      assert.equal(status, 200, text);
      return body.quote;
    };
    const send = (ticketUrl: string, quote: string, from = newAddress()) =>
      ask(at(ticketUrl, '/change'), { ...JSON_PLEASE, form: { quote }, from });
    /** Two people for 20 euro at 10:00, paid online, unless told otherwise. */
    const paid = async (changes: Record<string, unknown> = {}) => {
      const made = await venue.book({ slot_id: slotAt('T10:00'), ...changes });
      await payThrough(made.payUrl);
      await venue.becomes(made.id, 'confirmed');
      return made;
    };
    const wentBack = async (id: number): Promise<number[]> =>
      (await venue.shown(id)).payments.flatMap(({ refunds }: { refunds: { amount_eur: number }[] }) =>
        refunds.map(({ amount_eur }) => amount_eur),
      );
    const balanced = () =>
      eventually('the books balance', async () => (await unbalanced(stack())).length === 0);
    const changesOf = async (id: number): Promise<string[]> =>
      (await venue.shown(id)).history
        .filter(({ action }: { action: string }) => ['moved', 'corrected'].includes(action))
        .map(({ actor, note }: { actor: string; note: string }) => `${actor}: ${note}`);
    const isRefused = (answer: Answer | Awaited<ReturnType<typeof ask>>, status: number, text: RegExp) => {
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, text);
    };
    /** Has a booking start so many hours from now, whatever its slot is. */
    const startIn = (id: number, hours: number) =>
      stack().database.query(
        `UPDATE booking.booking SET created_at = now() - interval '1 year',
           starts_at = now() + $2 * interval '1 hour', ends_at = now() + ($2 + 1) * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
    const formOf = (text: string) => {
      const [, action = '', fields = ''] =
        /<form class="agree" method="post" action="([^"]+)">(.*?)<\/form>/s.exec(text) ?? [];
      const quote = /name="quote" value="([^"]+)"/.exec(fields)?.[1] ?? '';
      return { url: `${stack().api.url}${action.replaceAll('&amp;', '&')}`, form: { quote } };
    };

    it('is done by pages: another time, what it comes to, and the ticket as it is then', async () => {
      const { id, email, ticketUrl } = await paid();
      assert.match((await ask(at(ticketUrl))).text, /\/change">Boeking wijzigen<\/a>/);
      const choose = await ask(at(ticketUrl, '/change'));
      assert.equal(choose.status, 200);
      assert.match(choose.text, /10:00 – 11:00<\/button> <span class="soft">je huidige tijd/);
      const lunch = slotAt('T12:00');
      assert.match(choose.text, new RegExp(`<button name="slot" value="${lunch}">12:00 – 13:00</button>`));
      const confirm = await ask(at(ticketUrl, `/change?people=2&slot=${lunch}`));
      assert.equal(confirm.status, 200);
      assert.match(confirm.text, /De prijs wordt € 16,00 in plaats van € 20,00\. Je krijgt € 4,00 terug/);
      assert.match(confirm.text, /Lunch<\/dt><dd dir="auto">€ -4,00|Lunch<\/dt><dd dir="auto">-€ 4,00/);
      assert.match(confirm.text, /Na deze wijziging kun je nog annuleren tot/);
      assert.deepEqual(await changesOf(id), [], 'looking changes nothing');
      const { url, form } = formOf(confirm.text);
      const done = await ask(url, { form });
      assert.deepEqual([done.status, done.location], [303, `${new URL(ticketUrl).pathname}?changed=1`]);
      const ticket = await ask(at(ticketUrl, '?changed=1'));
      assert.match(ticket.text, /role="status">Je boeking is gewijzigd/);
      assert.match(ticket.text, /12:00 – 13:00/);
      const [line = '', ...more] = await changesOf(id);
      assert.deepEqual(more, []);
      assert.match(line, /^guest: .*T10:00 → .*T12:00, amount: €20\.00 → €16\.00, refund of €4\.00$/);
      await eventually('it is given back', async () => (await wentBack(id)).length > 0);
      assert.deepEqual(await wentBack(id), [4]);
      const mailed = () =>
        stack()
          .mail.to(email)
          .some(({ mail }) => mail.subject?.startsWith('Boeking gewijzigd'));
      await eventually('it was mailed', mailed);
      await balanced();
    });

    it('is for more people, and fewer: what is missing is left to pay, and what is too much goes back', async () => {
      const { id, ticketUrl } = await paid({ slot_id: slotAt('T14:00') });
      const dearer = await ask(at(ticketUrl, `/change?people=5&slot=${slotAt('T14:00')}&lang=en`));
      assert.match(
        dearer.text,
        /becomes €50\.00 instead of €20\.00\. You have €30\.00 left to pay at the venue/,
      );
      const { url, form } = formOf(dearer.text);
      const done = await ask(url, { form });
      assert.equal(done.location, `${new URL(ticketUrl).pathname}?lang=en&changed=1`);
      const shown = await venue.shown(id);
      assert.deepEqual([shown.people, shown.amount_eur, shown.open_eur], [5, 50, 30]);
      const ticket = await send(ticketUrl, await quoteOf(ticketUrl, 'people=1'));
      assert.deepEqual([ticket.status, ticket.body.people, ticket.body.amount_eur], [200, 1, 10]);
      await eventually('it is given back', async () => (await wentBack(id)).length > 0);
      assert.deepEqual(await wentBack(id), [10]);
      assert.deepEqual(await changesOf(id), [
        'guest: people: 2 → 5, amount: €20.00 → €50.00',
        'guest: people: 5 → 1, amount: €50.00 → €10.00, refund of €10.00',
      ]);
      await balanced();
    });

    it('says why a time or a party can not be had, where it can be chosen anew', async () => {
      const { id, ticketUrl } = await paid();
      const own = slotAt('T10:00');
      const refusal = async (wish: string) => {
        const { status, text } = await ask(at(ticketUrl, `/change?${wish}`));
        return [status, /role="alert">([^<]+)</.exec(text)?.[1]];
      };
      assert.deepEqual(await refusal(`slot=${own}&people=9`), [422, 'Boek voor hooguit 8 personen.']);
      assert.deepEqual(await refusal(`slot=${own}&people=2`), [
        422,
        'Zo staat de boeking er al. Kies iets anders.',
      ]);
      const blocked = slotAt('T15:00');
      assert.equal((await admin('PATCH', `/slots/${blocked}`, { blocked: true })).status, 200);
      assert.deepEqual(await refusal(`slot=${blocked}&people=2`), [422, 'Deze tijd is geblokkeerd.']);
      assert.match(
        (await ask(at(ticketUrl, '/change'))).text,
        /15:00 – 16:00<\/span> <span class="soft">niet beschikbaar/,
      );
      const small = slotAt('T16:00');
      assert.equal((await admin('PATCH', `/slots/${small}`, { capacity: 3 })).status, 200);
      assert.deepEqual(await refusal(`slot=${small}&people=4`), [422, 'Niet genoeg plaatsen: nog 3 vrij.']);
      assert.equal((await admin('PATCH', `/slots/${own}`, { blocked: true, force: true })).status, 200);
      assert.deepEqual(await refusal(`slot=${own}&people=3`), [422, 'Deze tijd is geblokkeerd.']);
      assert.equal((await quoted(ticketUrl, 'people=1')).status, 200, 'fewer may come');
      assert.equal((await admin('PATCH', `/slots/${own}`, { blocked: false })).status, 200);
      assert.equal((await quoted(ticketUrl, 'slot=1')).status, 422);
      const other = await stack().api.newFacility(venue.slug, { name: 'Other' });
      const day = await stack().api.get(
        venue.slug,
        `/facilities/${other}/slots?date=${slots[0]?.starts_at.slice(0, 10)}`,
      );
      assert.equal(
        (await quoted(ticketUrl, `slot=${day.body.slots[0].id}`)).status,
        422,
        'of another facility',
      );
      assert.deepEqual(await changesOf(id), []);
    });

    it('is held to what the venue says by then, however long ago its price was told', async () => {
      const shut = await newPaidVenue(stack(), { venue: { change_until_hours: 2 } });
      const { id, payUrl, ticketUrl } = await shut.book();
      await payThrough(payUrl);
      await shut.becomes(id, 'confirmed');
      const [own = 0, other] = shut.slots;
      const [grow, shrink, move] = [
        await quoteOf(ticketUrl, 'people=3'),
        await quoteOf(ticketUrl, 'people=1'),
        await quoteOf(ticketUrl, `slot=${other}`),
      ];
      const set = async (path: string, body: Record<string, unknown>) => {
        const answer = await stack().api.admin('PATCH', `/venues/${shut.slug}${path}`, body);
        assert.equal(answer.status, 200, answer.text);
      };
      await set(`/slots/${own}`, { blocked: true, force: true });
      isRefused(await send(ticketUrl, grow), 422, /geblokkeerd/);
      await set(`/slots/${own}`, { blocked: false });
      await set('', { live: false });
      for (const quote of [grow, shrink, move]) isRefused(await send(ticketUrl, quote), 422, /nog geen/);
      await set('', { live: true });
      await set(`/facilities/${shut.facility}`, { active: false, force: true });
      for (const quote of [grow, shrink, move]) isRefused(await send(ticketUrl, quote), 422, /tijd/);
      await set(`/facilities/${shut.facility}`, { active: true });
      await set(`/slots/${own}`, { blocked: true, force: true });
      assert.equal((await send(ticketUrl, shrink)).body.people, 1, 'fewer may come');
    });

    it('is done once, however often and in how many places at once its form is sent', async () => {
      const { id, ticketUrl } = await paid();
      for (const wish of [`slot=${slotAt('T12:00')}`, 'people=4']) {
        const before = (await changesOf(id)).length;
        const quote = await quoteOf(ticketUrl, wish);
        const answers = await Promise.all(Array.from({ length: 6 }, () => send(ticketUrl, quote)));
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers[0]?.text);
        assert.equal((await send(ticketUrl, quote)).status, 200);
        assert.equal((await changesOf(id)).length, before + 1);
      }
      // Which mail, the venue and its webhooks hear of.
      const told = await stack().database.query(
        `SELECT FROM booking.outbox WHERE subject = 'events.booking.booking_changed' AND payload->>'bookingId' = $1`,
        [String(id)],
      );
      assert.equal(told.rowCount, 2);
      await balanced();
    });

    it('leaves half of the history to the venue', async () => {
      const { id, ticketUrl } = await paid();
      await stack().database.query(
        `INSERT INTO booking.history (venue_id, booking_id, actor, action)
         SELECT venue_id, id, 'system', 'noted' FROM booking.booking, generate_series(1, 250) WHERE id = $1`,
        [id],
      );
      for (const wish of ['people=1', `slot=${slotAt('T12:00')}`])
        isRefused(
          await send(ticketUrl, await quoteOf(ticketUrl, wish)),
          409,
          /geschiedenis .* vol \(250 regels\)/,
        );
      assert.equal((await admin('PATCH', `/bookings/${id}`, { people: 3 })).status, 200);
    });

    it('moves and resizes a party that has a time to itself', async () => {
      const { api } = stack();
      const facility = await api.newFacility(venue.slug, {
        name: 'Room',
        mode: 'FULL',
        capacity: 6,
        price_eur: 0,
      });
      const date = slots[0]?.starts_at.slice(0, 10);
      const [own, other, taken] = (await api.get(venue.slug, `/facilities/${facility}/slots?date=${date}`))
        .body.slots;
      const { id, ticketUrl } = await venue.book({ slot_id: own.id });
      await venue.book({ slot_id: taken.id });
      assert.equal((await send(ticketUrl, await quoteOf(ticketUrl, 'people=6'))).body.people, 6);
      isRefused(await quoted(ticketUrl, `slot=${taken.id}`), 422, /vol/);
      const quote = await quoteOf(ticketUrl, `slot=${other.id}&people=4`);
      const moved = await send(ticketUrl, quote);
      assert.deepEqual([moved.body.starts_at, moved.body.people], [other.starts_at, 4]);
      await eventually('its time is free again', async () => (await venue.free(own.id)) === 6);
      assert.equal(await venue.free(other.id), 0);
      assert.equal((await changesOf(id)).length, 2);
    });

    it('of two changes at once makes one, and gives the places of the other back', async () => {
      const { id, ticketUrl } = await paid({ slot_id: slotAt('T09:00') });
      const [one, two] = [slotAt('T17:00'), slotAt('T18:00')];
      const free = async () => [
        await venue.free(one),
        await venue.free(two),
        await venue.free(slotAt('T09:00')),
      ];
      const before = await free();
      const quotes = await Promise.all([one, two].map((slot) => quoteOf(ticketUrl, `slot=${slot}`)));
      const answers = await Promise.all(quotes.map((quote) => send(ticketUrl, quote)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      assert.equal((await changesOf(id)).length, 1);
      await eventually('its places are taken once', async () => {
        const after = await free();
        const taken = after.map((places, at) => (before[at] ?? 0) - places);
        return taken.slice(0, 2).sort().join() === '0,2' && taken[2] === -2;
      });
    });

    it('takes no quote but one of its own booking as it is', async () => {
      const [mine, others] = [await paid(), await paid()];
      const wish = `slot=${slotAt('T12:00')}`;
      const quote = await quoteOf(others.ticketUrl, wish);
      isRefused(await send(mine.ticketUrl, quote), 422, /prijsopgave/);
      const own = await quoteOf(mine.ticketUrl, wish);
      const [body = '', mac = ''] = own.split('.');
      const cheaper = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), amountCents: 1 };
      const forged = `${Buffer.from(JSON.stringify(cheaper)).toString('base64url')}.${mac}`;
      isRefused(await send(mine.ticketUrl, forged), 422, /prijsopgave/);
      const ofDesk = await admin('POST', `/bookings/${mine.id}/quote`, { slot_id: slotAt('T12:00') });
      isRefused(await send(mine.ticketUrl, ofDesk.body.quote), 422, /prijsopgave/);
      const ofAnybody = await call(`${stack().api.url}/api/site/quotes`, {
        headers: { 'X-Tenant': venue.slug },
        body: { slot_id: slotAt('T12:00'), people: 2 },
      });
      isRefused(await send(mine.ticketUrl, ofAnybody.body.quote), 422, /prijsopgave/);
      for (const form of [{ quote: '' }, { quote: '.' }, {}])
        assert.equal((await ask(at(mine.ticketUrl, '/change'), { ...JSON_PLEASE, form })).status, 422);
      // What the desk has changed since is asked anew, not undone.
      assert.equal((await admin('PATCH', `/bookings/${mine.id}`, { people: 3 })).status, 200);
      isRefused(await send(mine.ticketUrl, own), 409, /net gewijzigd/);
      const page = await ask(at(mine.ticketUrl, '/change?people=2'), { form: { quote: own } });
      isRefused(page, 409, /role="alert">.*net gewijzigd/);
      assert.match(page.text, /<form class="choose"/);
      // A link that is not ours, and one of another booking, open nothing of this one.
      assert.equal((await ask(at(mine.ticketUrl, 'x/change'), { form: { quote: own } })).status, 404);
      assert.deepEqual(await changesOf(others.id), []);
      assert.equal((await changesOf(mine.id)).length, 1);
    });

    it('has no price for guests of a category that is gone: they are told anew', async () => {
      const category = (key: string, eur: number) => ({ key, name: name(key, key), eur });
      const families = (...categories: object[]) => ({ per: 'person', eur: 10, rules: [], categories });
      const adult = category('adult', 10);
      const zoo = await newPaidVenue(stack(), {
        venue: { change_until_hours: 2 },
        facility: { pricing: families(adult, category('child', 6)) },
      });
      const { id, payUrl, ticketUrl } = await zoo.book({ guests: { adult: 1, child: 2 } });
      await payThrough(payUrl);
      await zoo.becomes(id, 'confirmed');
      const path = `/venues/${zoo.slug}/facilities/${zoo.facility}`;
      const pricing = families(adult, category('kid', 7));
      assert.equal((await stack().api.admin('PATCH', path, { pricing })).status, 200);
      const other = zoo.slots[3];
      isRefused(await quoted(ticketUrl, `slot=${other}`), 422, /child/);
      const byDesk = (body: object) =>
        stack().api.admin('POST', `/venues/${zoo.slug}/bookings/${id}/quote`, body);
      isRefused(await byDesk({ slot_id: other }), 422, /child/);
      const { body } = await quoted(ticketUrl, `slot=${other}&guests.adult=1&guests.kid=2`);
      assert.deepEqual([body.total_eur, body.people], [24, 3]);
      // Who asks for no other price moves them as they are.
      const moved = await stack().api.admin('PATCH', `/venues/${zoo.slug}/bookings/${id}`, {
        slot_id: other,
      });
      assert.deepEqual([moved.status, moved.body.people, moved.body.amount_eur], [200, 3, 22], moved.text);
    });

    it('counts as a booking of its client’s hour', async () => {
      const { ticketUrl } = await paid();
      const from = newAddress();
      const people = (time: number) => `people=${time % 2 ? 3 : 2}`;
      for (let time = 1; time <= 20; time++)
        assert.equal((await send(ticketUrl, await quoteOf(ticketUrl, people(time)), from)).status, 200);
      const quote = await quoteOf(ticketUrl, people(21));
      isRefused(await send(ticketUrl, quote, from), 429, /Te veel boekingen/);
      assert.equal((await send(ticketUrl, quote)).status, 200, 'from elsewhere');
    });

    it('gives back no less than was shown', async () => {
      const { id, ticketUrl } = await paid();
      const quote = await quoteOf(ticketUrl, 'people=1');
      assert.equal((await admin('POST', `/bookings/${id}/refunds`, { amount_eur: 5 })).status, 201);
      await eventually(
        'it is noted',
        async () => (await quoted(ticketUrl, 'people=1')).body.refund_eur === 5,
      );
      isRefused(await send(ticketUrl, quote), 409, /net gewijzigd/);
      assert.equal((await send(ticketUrl, await quoteOf(ticketUrl, 'people=1'))).status, 200);
      await eventually('both are given back', async () => (await wentBack(id)).length === 2);
      assert.deepEqual(await wentBack(id), [5, 5]);
      await balanced();
    });

    it('is for venues that want it, once it is paid, and until their hours', async () => {
      const { id, ticketUrl } = await venue.book({ slot_id: slotAt('T10:00') });
      isRefused(await quoted(ticketUrl, 'people=1'), 409, /nog niet betaald/);
      const waiting = await ask(at(ticketUrl));
      assert.match(waiting.text, /Zodra je hebt betaald, kun je je boeking nog wijzigen tot/);
      assert.doesNotMatch(waiting.text, /\/change"/);
      assert.deepEqual((await ask(at(ticketUrl, '/change'))).status, 302);
      assert.equal(
        (await stack().api.admin('POST', `/venues/${venue.slug}/bookings/${id}/cancel`)).status,
        200,
      );
      isRefused(await quoted(ticketUrl, 'people=1'), 409, /geannuleerd/);

      const made = await paid();
      const quote = await quoteOf(made.ticketUrl, 'people=1');
      // Later than the venue's hours for changing, but not than those for cancelling: that comes first.
      await startIn(made.id, 23);
      isRefused(await send(made.ticketUrl, quote), 422, /Wijzigen kon tot/);
      const late = await ask(at(made.ticketUrl));
      assert.match(late.text, /Wijzigen kon tot/);
      assert.doesNotMatch(late.text, /\/change"/);
      await startIn(made.id, 25);
      assert.equal((await admin('PATCH', '', { change_until_hours: 48 })).status, 200);
      await eventually('it is known', async () => (await quoted(made.ticketUrl, 'people=1')).status === 422);
      assert.equal((await admin('PATCH', '', { change_until_hours: null })).status, 200);
      await eventually(
        'it is off',
        async () => !(await ask(at(made.ticketUrl))).text.includes('Wijzigen kon'),
      );
      isRefused(await send(made.ticketUrl, quote), 422, /niet online wijzigen/);
      assert.equal((await admin('PATCH', '', { change_until_hours: 2 })).status, 200);
      await eventually('it is on', async () => (await quoted(made.ticketUrl, 'people=1')).status === 200);
      assert.deepEqual(await changesOf(made.id), []);
    });

    it('keeps its tier: who would lose money by cancelling can not change it first', async () => {
      const tiered = await newPaidVenue(stack(), {
        venue: {
          change_until_hours: 0,
          cancel_until_hours: 0,
          refund_tiers: [
            { until_hours: 48, percent: 100 },
            { until_hours: 24, percent: 50 },
          ],
        },
        facility: { price_eur: 10 },
      });
      const { id, payUrl, ticketUrl } = await tiered.book();
      await payThrough(payUrl);
      await tiered.becomes(id, 'confirmed');
      const far = tiered.slots.at(-1);
      const [move, shrink] = [await quoteOf(ticketUrl, `slot=${far}`), await quoteOf(ticketUrl, 'people=1')];
      for (const hours of [47, 23, 1]) {
        await startIn(id, hours);
        for (const quote of [move, shrink]) isRefused(await send(ticketUrl, quote), 422, /Wijzigen kon tot/);
        isRefused(await quoted(ticketUrl, `slot=${far}`), 422, /Wijzigen kon tot/);
      }
      await startIn(id, 49);
      assert.equal((await send(ticketUrl, shrink)).status, 200);
      await eventually('half went back', async () => {
        const { payments } = await tiered.shown(id);
        return payments[0].refunds[0]?.amount_eur === 10;
      });
      await balanced();
    });

    it('says what a nearer time does to cancelling, before it is agreed to', async () => {
      assert.equal((await admin('PATCH', '', { cancel_until_hours: 24 * 8 })).status, 200);
      const { ticketUrl } = await paid();
      const soon = await stack().api.get(
        venue.slug,
        `/facilities/${venue.facility}/slots?date=${daysAhead(3)}`,
      );
      const { text } = await ask(at(ticketUrl, `/change?slot=${soon.body.slots[0].id}`));
      assert.match(text, /Na deze wijziging kun je niet meer online annuleren/);
      assert.match(text, /De prijs blijft € 20,00/);
      assert.equal((await admin('PATCH', '', { cancel_until_hours: 24 })).status, 200);
    });

    describe('what it takes along', () => {
      const towels = (count: number) => `add_ons.towel=${count}`;
      const newBath = (settings: Record<string, unknown> = {}) =>
        newPaidVenue(stack(), {
          venue: { change_until_hours: 2, ...settings },
          facility: { capacity: 30, max_people_per_booking: 8, pricing: bathHouse },
        });
      type Bath = Awaited<ReturnType<typeof newBath>>;
      /** Two people for 20 euro, with cleaning for 25 and so many towels at 3.50 each, paid online. */
      const bathed = async (bath: Bath, count: number, slot_id = bath.slots[0]) => {
        const made = await bath.book({ slot_id, ...(count > 0 && { add_ons: { towel: count } }) });
        await payThrough(made.payUrl);
        await bath.becomes(made.id, 'confirmed');
        return made;
      };
      const left = async (bath: Bath, slot = bath.slots[0]) =>
        (await stack().api.get(bath.slug, `/slots/${slot}`)).body.add_ons[0].left;
      const saved = async (bath: Bath, add_ons: unknown) => {
        const path = `/venues/${bath.slug}/facilities/${bath.facility}`;
        const { status, text } = await stack().api.admin('PATCH', path, {
          pricing: { ...bathHouse, add_ons },
        });
        assert.equal(status, 200, text);
      };
      const counts = (addOns: { key: string; count: number }[] = []) =>
        addOns.map(({ key, count }) => `${count} ${key}`).join(', ');
      const linesOf = async (bath: Bath, id: number): Promise<string[]> =>
        (await bath.shown(id)).history
          .filter(({ action }: { action: string }) => ['moved', 'corrected'].includes(action))
          .map(({ actor, note }: { actor: string; note: string }) => `${actor}: ${note}`);
      const refusal = async (ticketUrl: string, wish: string) => {
        const { status, text } = await ask(at(ticketUrl, `/change?${wish}`));
        return [status, /role="alert">([^<]+)</.exec(text)?.[1]];
      };

      it('becomes more or less by the same pages, and guest and venue hear of it', async () => {
        const contact = `${randomUUID()}@bath.example`;
        const bath = await newBath({ contact_email: contact, notify_new: false });
        const { id, email, ticketUrl } = await bathed(bath, 2);
        const choose = await ask(at(ticketUrl, '/change'));
        assert.match(choose.text, /name="add_ons\.towel" value="2" min="0" max="6"/);
        assert.match(choose.text, /<input type="checkbox" name="add_ons\.robe" value="1">/);
        assert.match(choose.text, /Schoonmaak \(€ 25,00 per boeking\) hoort bij elke boeking/);
        assert.doesNotMatch(choose.text, /name="add_ons\.cleaning"/);
        const form = `people=2&${towels(3)}&add_ons.robe=0&add_ons.robe=1&date=${daysAhead(9)}`;
        const confirm = await ask(at(ticketUrl, `/change?${form}&slot=${bath.slots[0]}`));
        assert.equal(confirm.status, 200, confirm.text);
        assert.match(confirm.text, /2 × Handdoek, 1 × Schoonmaak.*3 × Handdoek, 2 × Badjas, 1 × Schoonmaak/s);
        assert.match(
          confirm.text,
          /De prijs wordt € 69,50 in plaats van € 52,00\. Op locatie betaal je nog € 17,50/,
        );
        assert.equal(await left(bath), 3, 'looking takes nothing');
        const agreed = formOf(confirm.text);
        assert.equal((await ask(agreed.url, { form: agreed.form })).status, 303);
        assert.match((await ask(at(ticketUrl))).text, /3 × Handdoek, 2 × Badjas, 1 × Schoonmaak/);
        assert.equal(await left(bath), 2);
        for (const to of [email, contact])
          await eventually(`${to} hears of it`, () =>
            stack()
              .mail.to(to)
              .some(
                ({ mail: { subject = '', text = '' } }) =>
                  subject.startsWith('Boeking gewijzigd') &&
                  text.replace(/\s+/g, ' ').includes('3 × Handdoek, 2 × Badjas, 1 × Schoonmaak'),
              ),
          );

        const { body } = await quoted(ticketUrl, `${towels(0)}&add_ons.robe=0`);
        assert.deepEqual([counts(body.add_ons), body.total_eur, body.refund_eur], ['1 cleaning', 45, 7]);
        const less = await send(ticketUrl, body.quote);
        assert.deepEqual([less.status, less.body.amount_eur], [200, 45], less.text);
        await eventually('it is given back', async () => {
          const { payments } = await bath.shown(id);
          return payments[0].refunds[0]?.amount_eur === 7;
        });
        assert.equal(await left(bath), 5);
        assert.deepEqual(await linesOf(bath, id), [
          'guest: add-ons: towel 2, cleaning 1 → towel 3, robe 2, cleaning 1, amount: €52.00 → €69.50',
          'guest: add-ons: towel 3, robe 2, cleaning 1 → cleaning 1, amount: €69.50 → €45.00, refund of €7.00',
        ]);
        await balanced();
      });

      it('stays where nothing is said of it, and each add-on that is not named', async () => {
        const bath = await newBath();
        const { id, ticketUrl } = await bathed(bath, 2);
        const [own, other] = bath.slots;
        assert.deepEqual(await refusal(ticketUrl, `slot=${own}&people=2&${towels(2)}&add_ons.robe=0`), [
          422,
          'Zo staat de boeking er al. Kies iets anders.',
        ]);
        const moved = await send(ticketUrl, await quoteOf(ticketUrl, `slot=${other}`));
        assert.equal(counts(moved.body.add_ons), '2 towel, 1 cleaning', moved.text);
        const robed = await send(ticketUrl, await quoteOf(ticketUrl, 'add_ons.robe=1'));
        assert.equal(counts(robed.body.add_ons), '2 towel, 2 robe, 1 cleaning', robed.text);
        const larger = await send(ticketUrl, await quoteOf(ticketUrl, `people=3&${towels(1)}`));
        assert.equal(counts(larger.body.add_ons), '1 towel, 3 robe, 1 cleaning', larger.text);
        assert.equal((await linesOf(bath, id)).length, 3);

        // What the list no longer has stays as booked, and what has come to be required is not added.
        const [towel, , cleaning] = bathHouse.add_ons ?? [];
        const soap = { key: 'soap', name: name('Zeep', 'Soap'), eur: 1, per: 'booking', required: true };
        await saved(bath, [towel, { ...cleaning, required: false }, soap]);
        await eventually('its page knows', async () =>
          (await ask(at(ticketUrl, '/change'))).text.includes('3 × Badjas'),
        );
        const { text } = await ask(at(ticketUrl, '/change'));
        assert.match(text, /Blijft zoals je het boekte, al wordt het nu niet meer aangeboden: 3 × Badjas\./);
        assert.match(text, /name="add_ons\.cleaning" value="1" checked>/);
        assert.doesNotMatch(text, /Zeep|name="add_ons\.(soap|robe)"/);
        const kept = await send(ticketUrl, await quoteOf(ticketUrl, `${towels(2)}&add_ons.cleaning=0`));
        assert.equal(counts(kept.body.add_ons), '2 towel, 3 robe', kept.text);
        await saved(bath, bathHouse.add_ons);
      });

      it('is held to what there is and to how many one may have, beside the form with what was typed', async () => {
        const bath = await newBath();
        const others = await bathed(bath, 2);
        const { id, ticketUrl } = await bathed(bath, 2);
        const [own, other] = bath.slots;
        const days = `/facilities/${bath.facility}/slots?date=`;
        const later = await stack().api.get(bath.slug, `${days}${daysAhead(12)}`);
        const page = await ask(at(ticketUrl, `/change?slot=${own}&people=2&${towels(4)}&add_ons.robe=1`));
        assert.deepEqual(
          [page.status, /role="alert">([^<]+)</.exec(page.text)?.[1]],
          [422, '‘Handdoek’: op dit tijdstip nog 3. Neem er minder of kies een andere tijd.'],
        );
        assert.match(page.text, /name="add_ons\.towel" value="4"/);
        assert.match(page.text, /name="add_ons\.robe" value="1" checked>/);
        for (const [wish, text, slot = own] of [
          [towels(7), '‘Handdoek’: hooguit 6.'],
          ['add_ons.robe=2', '‘Badjas’: hooguit 1.'],
          ['add_ons.cleaning=0', '‘Schoonmaak’: minstens 1.'],
          ['add_ons.sled=1', 'Onbekende extra &quot;sled&quot;.'],
          ['add_ons.constructor=1', 'Onbekende extra &quot;constructor&quot;.'],
          [towels(4), '‘Handdoek’: op dit tijdstip nog 3. Neem er minder of kies een andere tijd.', other],
          // Its own are of its own day.
          [
            towels(6),
            '‘Handdoek’: op dit tijdstip nog 5. Neem er minder of kies een andere tijd.',
            later.body.slots[0].id,
          ],
        ] as const)
          assert.deepEqual(await refusal(ticketUrl, `slot=${slot}&${wish}`), [422, text]);
        for (const wish of [towels(-1), 'add_ons.towel=x', 'add_ons.=1', 'add_ons.To wel=1'])
          assert.equal((await quoted(ticketUrl, wish)).status, 422, wish);

        // A time that takes no more guests may still have towels for those who come.
        const block = (blocked: boolean) =>
          stack().api.admin('PATCH', `/venues/${bath.slug}/slots/${own}`, { blocked, force: true });
        assert.equal((await block(true)).status, 200);
        assert.equal((await quoted(ticketUrl, towels(3))).status, 200);
        isRefused(await quoted(ticketUrl, `${towels(3)}&people=3`), 422, /geblokkeerd/);
        assert.equal((await block(false)).status, 200);

        // The last one goes to who is first; who comes then has what they had, and may move it.
        const urls = [ticketUrl, others.ticketUrl];
        const wish = `slot=${own}&people=3&${towels(3)}`;
        const quotes = await Promise.all(urls.map((url) => quoteOf(url, wish)));
        const answers = await Promise.all(
          urls.map((url, who) => ask(at(url, `/change?${wish}`), { form: { quote: quotes[who] } })),
        );
        assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422]);
        const late = answers.findIndex(({ status }) => status === 422);
        const [lateUrl = '', answer] = [urls[late], answers[late]];
        assert.match(answer?.text ?? '', /role="alert">‘Handdoek’: op dit tijdstip nog 2/);
        assert.match(answer?.text ?? '', /name="add_ons\.towel" value="3"/);
        assert.equal(await left(bath), 0);
        assert.equal(await bath.free(own ?? 0), 30 - 5, 'no place is held for who was late');
        const moved = await send(lateUrl, await quoteOf(lateUrl, `slot=${other}&people=3`));
        assert.deepEqual(
          [moved.status, counts(moved.body.add_ons)],
          [200, '2 towel, 1 cleaning'],
          moved.text,
        );
        assert.equal((await linesOf(bath, id)).length, 1);
      });

      it('says again what has run out to who sends the same form again, and asks anew once it is there', async () => {
        const bath = await newBath();
        const [others, { id, ticketUrl }] = [await bathed(bath, 1), await bathed(bath, 1)];
        const wish = `slot=${bath.slots[0]}&people=2&${towels(3)}`;
        const agreed = formOf((await ask(at(ticketUrl, `/change?${wish}`))).text);
        const othersTake = (towel: number) =>
          stack().api.admin('PATCH', `/venues/${bath.slug}/bookings/${others.id}`, {
            add_ons: { towel, cleaning: 1 },
          });
        assert.equal((await othersTake(4)).status, 200);
        for (let time = 1; time <= 3; time++) {
          const { status, text } = await ask(agreed.url, { form: agreed.form });
          assert.deepEqual(
            [status, /role="alert">([^<]+)</.exec(text)?.[1]],
            [422, '‘Handdoek’: op dit tijdstip nog 1. Neem er minder of kies een andere tijd.'],
            `time ${time}`,
          );
          assert.match(text, /name="add_ons\.towel" value="3"/);
        }
        assert.equal((await othersTake(1)).status, 200);
        const again = await ask(agreed.url, { form: agreed.form });
        isRefused(again, 409, /role="alert">Intussen is er iets veranderd/);
        assert.match(again.text, /3 × Handdoek, 1 × Schoonmaak/);
        assert.deepEqual(await linesOf(bath, id), []);
        const anew = formOf(again.text);
        assert.equal((await ask(anew.url, { form: anew.form })).status, 303);
        assert.equal(counts((await bath.shown(id)).add_ons), '3 towel, 1 cleaning');
      });

      it('stays what it is where a stock came later and is used up, and becomes less as well', async () => {
        const bath = await newBath();
        const [towel, ...others] = bathHouse.add_ons ?? [];
        const { stock, ...unlimited } = towel ?? assert.fail();
        await saved(bath, [unlimited, ...others]);
        const [slot] = bath.slots;
        const { id, ticketUrl } = await bathed(bath, 4);
        await saved(bath, [{ ...unlimited, stock }, ...others]);
        await bathed(bath, 5);
        assert.equal(await left(bath), 0);
        const more = await send(ticketUrl, await quoteOf(ticketUrl, 'people=3'));
        assert.deepEqual([more.status, counts(more.body.add_ons)], [200, '4 towel, 1 cleaning'], more.text);
        assert.deepEqual(await refusal(ticketUrl, `slot=${slot}&${towels(5)}`), [
          422,
          '‘Handdoek’: op dit tijdstip nog 4. Neem er minder of kies een andere tijd.',
        ]);
        const path = `/venues/${bath.slug}/bookings/${id}`;
        const less = await stack().api.admin('PATCH', path, { add_ons: { towel: 2, cleaning: 1 } });
        assert.deepEqual([less.status, counts(less.body.add_ons)], [200, '2 towel, 1 cleaning'], less.text);
        const fewer = await send(ticketUrl, await quoteOf(ticketUrl, towels(1)));
        assert.deepEqual([fewer.status, await left(bath)], [200, 0], fewer.text);
      });

      it('moves along to the last time of a day of 25 hours, whatever is left for others', async () => {
        const bath = await newBath();
        const date = longDay();
        const { body } = await stack().api.get(bath.slug, `/facilities/${bath.facility}/slots?date=${date}`);
        const [first, last] = [body.slots.at(0), body.slots.at(-1)];
        assert.equal(body.slots.length, 25);
        const { ticketUrl } = await bathed(bath, 5, first.id);
        assert.equal(await left(bath, last.id), 0);
        const moved = await send(ticketUrl, await quoteOf(ticketUrl, `slot=${last.id}`));
        assert.deepEqual(
          [moved.status, moved.body.starts_at, counts(moved.body.add_ons)],
          [200, last.starts_at, '5 towel, 1 cleaning'],
        );
        assert.equal(await left(bath, last.id), 0);
      });

      it('is changed once by a form that is sent often, and by none of another booking', async () => {
        const bath = await newBath();
        const [mine, others] = [await bathed(bath, 1), await bathed(bath, 1)];
        const quote = await quoteOf(mine.ticketUrl, towels(2));
        isRefused(await send(others.ticketUrl, quote), 422, /prijsopgave/);
        const answers = await Promise.all(Array.from({ length: 6 }, () => send(mine.ticketUrl, quote)));
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers[0]?.text);
        assert.equal((await linesOf(bath, mine.id)).length, 1);
        assert.equal(await left(bath), 2);
        // Of a booking that has become another since, what was agreed to is not done again.
        const free = { towel: 0, cleaning: 1 };
        const path = `/venues/${bath.slug}/bookings/${mine.id}`;
        assert.equal((await stack().api.admin('PATCH', path, { add_ons: free })).status, 200);
        isRefused(await send(mine.ticketUrl, quote), 409, /net gewijzigd/);
        assert.equal(counts((await bath.shown(mine.id)).add_ons), '1 cleaning');
        assert.deepEqual(await linesOf(bath, others.id), []);
      });
    });
  });
}
