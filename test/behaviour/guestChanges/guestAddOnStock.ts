import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';
import { counts } from '../fixtures/addOnList.ts';
import { bathHouse, newBathHouse, towels } from '../fixtures/bathHouse.ts';
import { alertOf, assertRejected, changePages, changesOf } from '../fixtures/changePages.ts';

/**
 * The next Saturday whose booking day, which begins at 06:00, contains the hour that European clocks repeat.
 */
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

/** Limited add-ons when guests change their own bookings. */
export function guestAddOnStock(stack: () => Stack): void {
  describe('a guest’s own booking with limited add-ons', () => {
    const { ask, at, formOf, quoted, quoteOf, refusal, send } = changePages(stack);

    it('rejects counts beyond the stock or the maximum, and keeps what the guest typed', async () => {
      const bath = await newBathHouse(stack());
      const others = await bath.bookTowels(2);
      const { id, ticketUrl } = await bath.bookTowels(2);
      const [own, other] = bath.slots;
      const days = `/facilities/${bath.facility}/slots?date=`;
      const later = await stack().api.get(bath.slug, `${days}${daysAhead(12)}`);
      const page = await ask(at(ticketUrl, `/change?slot=${own}&people=2&${towels(4)}&add_ons.robe=1`));
      assert.deepEqual(alertOf(page), [
        422,
        '‘Handdoek’: op dit tijdstip nog 3 beschikbaar. Neem er minder of kies een andere tijd.',
      ]);
      assert.match(page.text, /name="add_ons\.towel" value="4"/);
      assert.match(page.text, /name="add_ons\.robe" value="1" checked>/);
      for (const [wish, text, slot = own] of [
        [towels(7), '‘Handdoek’: hooguit 6.'],
        ['add_ons.robe=2', '‘Badjas’: hooguit 1.'],
        ['add_ons.cleaning=0', '‘Schoonmaak’: minstens 1.'],
        ['add_ons.sled=1', 'Onbekende extra &quot;sled&quot;.'],
        ['add_ons.constructor=1', 'Onbekende extra &quot;constructor&quot;.'],
        [
          towels(4),
          '‘Handdoek’: op dit tijdstip nog 3 beschikbaar. Neem er minder of kies een andere tijd.',
          other,
        ],
        // The booking's own towels count only on its own day.
        [
          towels(6),
          '‘Handdoek’: op dit tijdstip nog 5 beschikbaar. Neem er minder of kies een andere tijd.',
          later.body.slots[0].id,
        ],
      ] as const)
        assert.deepEqual(await refusal(ticketUrl, `slot=${slot}&${wish}`), [422, text]);
      for (const wish of [towels(-1), 'add_ons.towel=x', 'add_ons.=1', 'add_ons.To wel=1'])
        assert.equal((await quoted(ticketUrl, wish)).status, 422, wish);

      // A blocked slot takes no more guests, but the booked guests may add towels.
      const block = (blocked: boolean) =>
        stack().api.admin('PATCH', `/venues/${bath.slug}/slots/${own}`, { blocked, force: true });
      assert.equal((await block(true)).status, 200);
      assert.equal((await quoted(ticketUrl, towels(3))).status, 200);
      assertRejected(await quoted(ticketUrl, `${towels(3)}&people=3`), 422, /geblokkeerd/);
      assert.equal((await block(false)).status, 200);

      // One of two bookings gets the last towel. The other keeps its own and may move them.
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
      assert.equal(await bath.towelsLeft(), 0);
      assert.equal(await bath.free(own ?? 0), 30 - 5, 'the rejected change holds no place');
      const moved = await send(lateUrl, await quoteOf(lateUrl, `slot=${other}&people=3`));
      assert.deepEqual([moved.status, counts(moved.body.add_ons)], [200, '2 towel, 1 cleaning'], moved.text);
      assert.equal((await changesOf(bath, id)).length, 1);
    });

    it('shows the shortage each time the guest sends the form, and asks for confirmation once there is stock', async () => {
      const bath = await newBathHouse(stack());
      const [others, { id, ticketUrl }] = [await bath.bookTowels(1), await bath.bookTowels(1)];
      const wish = `slot=${bath.slots[0]}&people=2&${towels(3)}`;
      const agreed = formOf((await ask(at(ticketUrl, `/change?${wish}`))).text);
      const othersTake = (towel: number) =>
        stack().api.admin('PATCH', `/venues/${bath.slug}/bookings/${others.id}`, {
          add_ons: { towel, cleaning: 1 },
        });
      assert.equal((await othersTake(4)).status, 200);
      for (let time = 1; time <= 3; time++) {
        const refused = await ask(agreed.url, { form: agreed.form });
        assert.deepEqual(
          alertOf(refused),
          [422, '‘Handdoek’: op dit tijdstip nog 1 beschikbaar. Neem er minder of kies een andere tijd.'],
          `time ${time}`,
        );
        assert.match(refused.text, /name="add_ons\.towel" value="3"/);
      }
      assert.equal((await othersTake(1)).status, 200);
      const again = await ask(agreed.url, { form: agreed.form });
      assertRejected(again, 409, /role="alert">Je wijziging is nog niet doorgevoerd/);
      assert.match(again.text, /3 × Handdoek, 1 × Schoonmaak/);
      assert.deepEqual(await changesOf(bath, id), []);
      const anew = formOf(again.text);
      assert.equal((await ask(anew.url, { form: anew.form })).status, 303);
      assert.equal(counts((await bath.shown(id)).add_ons), '3 towel, 1 cleaning');
    });

    it('a booking keeps or reduces its add-ons after a stock limit was introduced and used up', async () => {
      const bath = await newBathHouse(stack());
      const [towel, ...others] = bathHouse.add_ons ?? [];
      const { stock, ...unlimited } = towel ?? assert.fail();
      await bath.offer([unlimited, ...others]);
      const [slot] = bath.slots;
      const { id, ticketUrl } = await bath.bookTowels(4);
      await bath.offer([{ ...unlimited, stock }, ...others]);
      await bath.bookTowels(5);
      assert.equal(await bath.towelsLeft(), 0);
      const more = await send(ticketUrl, await quoteOf(ticketUrl, 'people=3'));
      assert.deepEqual([more.status, counts(more.body.add_ons)], [200, '4 towel, 1 cleaning'], more.text);
      assert.deepEqual(await refusal(ticketUrl, `slot=${slot}&${towels(5)}`), [
        422,
        '‘Handdoek’: op dit tijdstip nog 4 beschikbaar. Neem er minder of kies een andere tijd.',
      ]);
      const path = `/venues/${bath.slug}/bookings/${id}`;
      const less = await stack().api.admin('PATCH', path, { add_ons: { towel: 2, cleaning: 1 } });
      assert.deepEqual([less.status, counts(less.body.add_ons)], [200, '2 towel, 1 cleaning'], less.text);
      const fewer = await send(ticketUrl, await quoteOf(ticketUrl, towels(1)));
      assert.deepEqual([fewer.status, await bath.towelsLeft()], [200, 0], fewer.text);
    });

    it('a booking keeps its add-ons when it moves to the last slot of a 25-hour day, even if none are left', async () => {
      const bath = await newBathHouse(stack());
      const date = longDay();
      const { body } = await stack().api.get(bath.slug, `/facilities/${bath.facility}/slots?date=${date}`);
      const [first, last] = [body.slots.at(0), body.slots.at(-1)];
      assert.equal(body.slots.length, 25);
      const { ticketUrl } = await bath.bookTowels(5, first.id);
      assert.equal(await bath.towelsLeft(last.id), 0);
      const moved = await send(ticketUrl, await quoteOf(ticketUrl, `slot=${last.id}`));
      assert.deepEqual(
        [moved.status, moved.body.starts_at, counts(moved.body.add_ons)],
        [200, last.starts_at, '5 towel, 1 cleaning'],
      );
      assert.equal(await bath.towelsLeft(last.id), 0);
    });
  });
}
