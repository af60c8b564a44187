import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import { booksBalance } from '../../stack/money.ts';
import type { Stack } from '../../stack/stack.ts';
import { counts, name } from '../fixtures/addOnList.ts';
import { bathHouse, newBathHouse, towels } from '../fixtures/bathHouse.ts';
import { assertRejected, changePages, changesOf } from '../fixtures/changePages.ts';

/** How guests change the add-ons of their bookings on the ticket pages. */
export function guestAddOns(stack: () => Stack): void {
  describe('add-ons of a guest’s own booking', () => {
    const { ask, at, formOf, quoted, quoteOf, refusal, send } = changePages(stack);

    it('a guest changes add-ons on the ticket pages, and guest and venue are notified', async () => {
      const contact = `${randomUUID()}@bath.example`;
      const bath = await newBathHouse(stack(), { contact_email: contact, notify_new: false });
      const { id, email, ticketUrl } = await bath.bookTowels(2);
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
        /De prijs gaat van € 52,00 naar € 69,50\. Het verschil van € 17,50 betaal je online in de volgende stap/,
      );
      assert.equal(await bath.towelsLeft(), 3, 'looking takes nothing');
      const agreed = formOf(confirm.text);
      assert.equal((await ask(agreed.url, { form: agreed.form })).status, 303);
      assert.match((await ask(at(ticketUrl))).text, /3 × Handdoek, 2 × Badjas, 1 × Schoonmaak/);
      assert.equal(await bath.towelsLeft(), 2);
      for (const to of [email, contact])
        await eventually(`${to} is notified`, () =>
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
      await eventually('the difference is refunded', async () => {
        const { payments } = await bath.shown(id);
        return payments[0].refunds[0]?.amount_eur === 7;
      });
      assert.equal(await bath.towelsLeft(), 5);
      assert.deepEqual(await changesOf(bath, id), [
        'guest: add-ons: towel 2, cleaning 1 → towel 3, robe 2, cleaning 1, amount: €52.00 → €69.50',
        'guest: add-ons: towel 3, robe 2, cleaning 1 → cleaning 1, amount: €69.50 → €45.00, refund of €7.00',
      ]);
      await booksBalance(stack());
    });

    it('add-ons stay as they are unless the guest’s change names them', async () => {
      const bath = await newBathHouse(stack());
      const { id, ticketUrl } = await bath.bookTowels(2);
      const [own, other] = bath.slots;
      assert.deepEqual(await refusal(ticketUrl, `slot=${own}&people=2&${towels(2)}&add_ons.robe=0`), [
        422,
        'Zo is het al geboekt. Wijzig eerst iets.',
      ]);
      const moved = await send(ticketUrl, await quoteOf(ticketUrl, `slot=${other}`));
      assert.equal(counts(moved.body.add_ons), '2 towel, 1 cleaning', moved.text);
      const robed = await send(ticketUrl, await quoteOf(ticketUrl, 'add_ons.robe=1'));
      assert.equal(counts(robed.body.add_ons), '2 towel, 2 robe, 1 cleaning', robed.text);
      const larger = await send(ticketUrl, await quoteOf(ticketUrl, `people=3&${towels(1)}`));
      assert.equal(counts(larger.body.add_ons), '1 towel, 3 robe, 1 cleaning', larger.text);
      assert.equal((await changesOf(bath, id)).length, 3);

      // Add-ons that are no longer offered stay as booked. Add-ons that became required are not added.
      const [towel, , cleaning] = bathHouse.add_ons ?? [];
      const soap = { key: 'soap', name: name('Zeep', 'Soap'), eur: 1, per: 'booking', required: true };
      await bath.offer([towel, { ...cleaning, required: false }, soap]);
      await eventually('the page shows the new offer', async () =>
        (await ask(at(ticketUrl, '/change'))).text.includes('3 × Badjas'),
      );
      const { text } = await ask(at(ticketUrl, '/change'));
      assert.match(text, /Niet meer te boeken, maar blijft in je boeking: 3 × Badjas\./);
      assert.match(text, /name="add_ons\.cleaning" value="1" checked>/);
      assert.doesNotMatch(text, /Zeep|name="add_ons\.(soap|robe)"/);
      const kept = await send(ticketUrl, await quoteOf(ticketUrl, `${towels(2)}&add_ons.cleaning=0`));
      assert.equal(counts(kept.body.add_ons), '2 towel, 3 robe', kept.text);
      await bath.offer(bathHouse.add_ons);
    });

    it('a form that is sent repeatedly changes the add-ons once, and another booking’s quote never does', async () => {
      const bath = await newBathHouse(stack());
      const [mine, others] = [await bath.bookTowels(1), await bath.bookTowels(1)];
      const quote = await quoteOf(mine.ticketUrl, towels(2));
      assertRejected(await send(others.ticketUrl, quote), 422, /prijsopgave/);
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(mine.ticketUrl, quote)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers[0]?.text);
      assert.equal((await changesOf(bath, mine.id)).length, 1);
      assert.equal(await bath.towelsLeft(), 2);
      // Once the booking has changed otherwise, the old quote is rejected.
      const free = { towel: 0, cleaning: 1 };
      const path = `/venues/${bath.slug}/bookings/${mine.id}`;
      assert.equal((await stack().api.admin('PATCH', path, { add_ons: free })).status, 200);
      assertRejected(await send(mine.ticketUrl, quote), 409, /net gewijzigd/);
      assert.equal(counts((await bath.shown(mine.id)).add_ons), '1 cleaning');
      assert.deepEqual(await changesOf(bath, others.id), []);
    });
  });
}
