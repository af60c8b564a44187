import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { type ApiResponse, call, eventually } from '../../stack/api.ts';
import { follow, payThrough, toCheckout } from '../../stack/guest.ts';
import { booksBalance } from '../../stack/money.ts';
import { newPaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { type LunchVenue, newLunchVenue } from '../fixtures/lunchVenue.ts';

/** What happens to the payment when a booking moves or changes size. */
export function priceChanges(stack: () => Stack): void {
  describe('a change that alters the price', () => {
    let venue: LunchVenue;
    let cheapSlot: number;
    beforeAll(async () => {
      venue = await newLunchVenue(stack(), { facility: { capacity: 60 } });
      cheapSlot = venue.slotAt('T12:00');
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const quote = async (id: number, wish: object) => {
      const { status, body, text } = await admin('POST', `/bookings/${id}/quote`, wish);
      assert.equal(status, 200, text);
      return body;
    };
    /** Changes a booking at the current price. */
    const change = async (id: number, wish: object): Promise<ApiResponse> =>
      admin('PATCH', `/bookings/${id}`, { ...wish, quote: (await quote(id, wish)).quote });
    /** Books and pays online for two people, €20. */
    const paid = (changes: Record<string, unknown> = {}) =>
      venue.bookAndPay({ slot_id: venue.slots[0], ...changes });
    const wentBack = async (id: number): Promise<unknown[]> =>
      (await venue.shown(id)).payments.flatMap(
        ({ refunds }: { refunds: { amount_eur: number; reason: string }[] }) =>
          refunds.map(({ amount_eur, reason }) => [amount_eur, reason]),
      );
    const ticketOf = async (url: string) =>
      JSON.parse((await follow(url, { headers: { Accept: 'application/json' } })).text);
    const pageOf = async (url: string) =>
      (await follow(url, { headers: { Accept: 'text/html', 'Accept-Language': 'nl' } })).text.replaceAll(
        '\u00a0',
        ' ',
      );
    const mailOf = (email: string, subject: string) =>
      stack()
        .mail.to(email)
        .find(({ mail }) => mail.subject?.startsWith(subject))
        ?.mail.text?.replaceAll('\u00a0', ' ');

    it('the quote of a change shows the refund or the amount left to pay', async () => {
      const { id } = await paid();
      const told = async (wish: object) => {
        const { amount_eur, total_eur, refund_eur, open_eur, lines } = await quote(id, wish);
        return [amount_eur, total_eur, refund_eur, open_eur, lines.length];
      };
      assert.deepEqual(await told({}), [20, 20, 0, 0, 1]);
      assert.deepEqual(await told({ people: 1 }), [20, 10, 10, 0, 1]);
      assert.deepEqual(await told({ people: 5 }), [20, 50, 0, 30, 1]);
      assert.deepEqual(await told({ slot_id: cheapSlot }), [20, 16, 4, 0, 2]);
      assert.equal((await admin('POST', `/bookings/${id}/quote`, { slot_id: 1 })).status, 422);
      assert.equal((await admin('POST', '/bookings/99999999/quote', {})).status, 404);
      assert.equal((await venue.shown(id)).amount_eur, 20, 'quoting changes nothing');
    });

    it('a lower price refunds the difference once, and the guest sees both prices', async () => {
      const { id, email, ticketUrl } = await paid();
      const wish = { slot_id: cheapSlot };
      const { quote: promise } = await quote(id, wish);
      for (let time = 0; time < 3; time++) {
        const { status, body } = await admin('PATCH', `/bookings/${id}`, { ...wish, quote: promise });
        assert.deepEqual([status, body.amount_eur, body.open_eur], [200, 16, undefined]);
      }
      const shown = await venue.shown(id);
      assert.deepEqual(
        shown.price_lines.map(({ text, amount_eur }: { text: string; amount_eur: number }) => [
          text,
          amount_eur,
        ]),
        [
          ['Per persoon', 20],
          ['Lunch', -4],
        ],
      );
      const moved = shown.history.filter(({ action }: { action: string }) => action === 'moved');
      assert.equal(moved.length, 1);
      assert.match(moved[0].note, /amount: €20.00 → €16.00, refund of €4.00$/);
      assert.deepEqual(moved[0].changes.slice(1), [
        { what: 'amount', before: 20, after: 16 },
        { what: 'refund', after: 4 },
      ]);
      await eventually('the difference is refunded', async () => (await wentBack(id)).length > 0);
      await booksBalance(stack());
      assert.deepEqual(await wentBack(id), [[4, 'changed']]);
      const ticket = await ticketOf(ticketUrl);
      assert.deepEqual([ticket.amount_eur, ticket.paid_eur, ticket.refunded_eur], [16, 20, 4]);
      await eventually('the mail is sent', () => mailOf(email, 'Boeking gewijzigd') !== undefined);
      assert.match(mailOf(email, 'Boeking gewijzigd') ?? '', /Bedrag: +€ 16,00 \(betaald, was € 20,00\)/);
      await eventually('the refund was mailed', () => mailOf(email, 'Terugbetaald') !== undefined);
      assert.match(mailOf(email, 'Terugbetaald') ?? '', /€ 4,00 terug .* blijft geldig/);
    });

    const recordsRefund = (id: number) =>
      eventually('the booking service has recorded a refund', async () =>
        (await venue.shown(id)).history.some(({ action }: { action: string }) => action === 'refunded'),
      );

    it('a higher price leaves the difference to pay at the venue', async () => {
      const { id, email, ticketUrl } = await paid();
      const { body } = await change(id, { people: 5 });
      assert.deepEqual([body.amount_eur, body.open_eur, body.payment_status], [50, 30, 'paid']);
      const ticket = await ticketOf(ticketUrl);
      assert.deepEqual([ticket.amount_eur, ticket.paid_eur, ticket.open_eur], [50, 20, 30]);
      await stack().database.query('UPDATE booking.booking SET starts_at = now() WHERE id = $1', [id]);
      const atTheDoor = (await admin('GET', '/check-ins')).body.bookings.find(
        (expected: { id: number }) => expected.id === id,
      );
      assert.equal(atTheDoor.open_eur, 30);
      const day = (await admin('GET', '/calendar')).body.bookings;
      const onItsDay = day.find((booked: { id: number }) => booked.id === id);
      assert.deepEqual([onItsDay.open_eur, 'amountCents' in onItsDay], [30, false]);
      assert.match(await pageOf(ticketUrl), /Nog te betalen op locatie<\/dt><dd dir="auto">€ 30,00/);
      await eventually('the mail is sent', () => mailOf(email, 'Boeking gewijzigd') !== undefined);
      assert.match(
        mailOf(email, 'Boeking gewijzigd') ?? '',
        /€ 50,00 \(was € 20,00\)\nNog te betalen: +€ 30,00/,
      );
      assert.equal((await change(id, { people: 3 })).body.open_eur, 10);
      assert.deepEqual(await wentBack(id), [], 'an unpaid amount is not refunded');
      assert.equal((await change(id, { people: 1 })).body.open_eur, undefined);
      await eventually('the difference is refunded', async () => (await wentBack(id)).length > 0);
      assert.deepEqual(await wentBack(id), [[10, 'changed']]);
      // Until the booking service has recorded the refund, a change may be rejected as outdated.
      await recordsRefund(id);
      // The refund equals the paid amount, even if the price of the booking changed.
      assert.equal((await change(id, { people: 4 })).body.open_eur, 30);
      assert.equal((await admin('POST', `/bookings/${id}/cancel`, {})).body.open_eur, undefined);
      await booksBalance(stack());
      assert.deepEqual(await wentBack(id), [
        [10, 'changed'],
        [10, 'cancelled'],
      ]);
    });

    it('a higher price is paid by a link, which the venue mails and which always asks for the open amount', async () => {
      const { id, email, ticketUrl } = await paid();
      const askFor = (wish: object) => admin('POST', `/bookings/${id}/payment-link`, wish);
      assert.deepEqual([(await askFor({})).status, (await askFor({ mail: 1 })).status], [409, 422]);
      await change(id, { people: 5 });
      const [link, again] = [await askFor({ mail: true }), await askFor({})];
      assert.deepEqual([link.status, link.body.amount_eur, link.body.mailed], [200, 30, true], link.text);
      assert.equal(again.body.url, link.body.url);
      await eventually('the link is mailed', () => mailOf(email, 'Openstaand bedrag') !== undefined);
      assert.ok(mailOf(email, 'Openstaand bedrag')?.includes(link.body.url));
      assert.match(await pageOf(ticketUrl), /Openstaand bedrag betalen: € 30,00<\/a>/);
      assert.equal((await ticketOf(ticketUrl)).pay_open_url, link.body.url);
      // The price changes while the guest is at the checkout: the link asks for the new amount from then on.
      const checkout = await toCheckout(link.body.url);
      await change(id, { people: 6 });
      await payThrough(link.body.url);
      const settled = async () => (await venue.shown(id)).open_eur === undefined;
      await eventually('the payment is recorded', settled);
      const { payments, amount_eur } = await venue.shown(id);
      const paidNow = payments.filter(({ status }: { status: string }) => status === 'paid');
      assert.deepEqual(
        [amount_eur, ...paidNow.map((it: Record<string, unknown>) => [it.purpose, it.amount_eur])],
        [60, ['booking', 20], ['change', 40]],
      );
      await eventually('a receipt is mailed', () => mailOf(email, 'Betaling ontvangen') !== undefined);
      const ticket = await ticketOf(ticketUrl);
      assert.deepEqual([ticket.paid_eur, ticket.open_eur, ticket.pay_open_url], [60, undefined, undefined]);
      assert.equal((await askFor({})).status, 409);
      // The old checkout cannot be paid any more, and nothing is left to pay at the link.
      const old = await follow(checkout);
      assert.doesNotMatch(old.text, /value="paid"/);
      assert.equal((await follow(link.body.url)).status, 303);
      await admin('POST', `/bookings/${id}/cancel`, {});
      await booksBalance(stack());
      assert.deepEqual((await wentBack(id)).sort(), [
        [20, 'cancelled'],
        [40, 'cancelled'],
      ]);
    });

    it('a link that is paid while the desk takes the money counts, or is refunded with an item that says so', async () => {
      const { id } = await paid();
      await change(id, { people: 3 });
      const { body } = await admin('POST', `/bookings/${id}/payment-link`, {});
      const checkout = await toCheckout(body.url);
      const [, desk] = await Promise.all([
        follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) }),
        admin('POST', `/bookings/${id}/payments`, { amount_eur: 10, method: 'cash' }),
      ]);
      const isByDesk = desk.status === 201;
      await eventually('the payment of the link is recorded', async () => {
        const { rows } = await stack().database.query(
          `SELECT amount_cents - back_cents AS counts FROM booking.further_payment
           WHERE booking_id = $1 AND method = 'online' AND status = 'paid' AND refunding_cents = 0`,
          [id],
        );
        return rows.length === 1 && Number(rows[0].counts) === (isByDesk ? 0 : 1000);
      });
      assert.equal((await venue.shown(id)).open_eur, undefined);
      await booksBalance(stack());
      const items = (await venue.attention()).filter((it: { booking_id: number }) => it.booking_id === id);
      assert.deepEqual(
        items.map(({ kind }: { kind: string }) => kind),
        isByDesk ? ['payment_surplus'] : [],
      );
    });

    it('a link that several browsers pay at once, while the price rises, brings the open amount once', async () => {
      const { id } = await paid();
      await change(id, { people: 3 });
      const { body } = await admin('POST', `/bookings/${id}/payment-link`, {});
      const pay = async (checkout: string) => {
        // A browser that comes after the others is sent to the venue's website.
        if (new URL(checkout).hostname !== 'www.example.com')
          await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
      };
      const [one, other] = await Promise.all([toCheckout(body.url), toCheckout(body.url)]);
      const rises = async () => {
        await change(id, { people: 5 });
        await pay(await toCheckout(body.url));
      };
      await Promise.all([pay(one), pay(other), rises()]);
      // What is still open, if the last browser came to a checkout that was paid.
      const settles = async () => {
        const { open_eur } = await venue.shown(id);
        if (open_eur !== undefined) await pay(await toCheckout(body.url)).catch(() => {});
        return open_eur === undefined;
      };
      await eventually('the open amount is paid', settles);
      await booksBalance(stack());
      const { payments, amount_eur } = await venue.shown(id);
      const sumOf = (of: { amount_eur: number }[]) => of.reduce((sum, it) => sum + it.amount_eur, 0);
      const came = payments.filter(({ status }: { status: string }) => ['paid', 'refunded'].includes(status));
      const back = came.flatMap(({ refunds }: { refunds: { amount_eur: number }[] }) => refunds);
      assert.equal(sumOf(came) - sumOf(back), amount_eur);
      const items = (await venue.attention()).filter((it: { booking_id: number }) => it.booking_id === id);
      assert.equal(items.length, back.length, JSON.stringify({ items, back }));
    });

    it('a change without a quote keeps the amount', async () => {
      const { id } = await paid();
      const { body } = await admin('PATCH', `/bookings/${id}`, { slot_id: cheapSlot, people: 3 });
      assert.deepEqual([body.amount_eur, body.people, body.open_eur], [20, 3, undefined]);
      await booksBalance(stack());
      assert.deepEqual(await wentBack(id), []);
    });

    it('an earlier refund by the desk counts towards the difference', async () => {
      const { id } = await paid();
      assert.equal((await admin('POST', `/bookings/${id}/refunds`, { amount_eur: 7 })).status, 201);
      await recordsRefund(id);
      assert.equal((await quote(id, { people: 1 })).refund_eur, 3);
      await change(id, { people: 1 });
      await eventually('the rest is refunded', async () => (await wentBack(id)).length === 2);
      assert.deepEqual(await wentBack(id), [
        [7, 'owner'],
        [3, 'changed'],
      ]);
      await booksBalance(stack());
    });

    it('concurrent changes leave an amount that matches the booking', async () => {
      for (let round = 0; round < 5; round++) {
        const { id } = await paid();
        const wishes = [{ people: 1 }, { people: 4 }, { slot_id: cheapSlot }];
        const quotes = await Promise.all(
          wishes.map(async (wish) => ({ ...wish, quote: (await quote(id, wish)).quote })),
        );
        const answers = await Promise.all(quotes.map((wish) => admin('PATCH', `/bookings/${id}`, wish)));
        for (const { status } of answers) assert.ok([200, 409, 422].includes(status));
        const { people, slot_id, amount_eur, open_eur = 0 } = await venue.shown(id);
        assert.equal(amount_eur, people * 10 - (slot_id === cheapSlot ? 4 : 0));
        await booksBalance(stack());
        const back = (await wentBack(id)).reduce<number>((sum, one) => sum + (one as [number])[0], 0);
        assert.equal(20 - back + open_eur, amount_eur, 'what is paid and what is open add up to the price');
      }
    });

    it('only owners may make a change that refunds money, and a quote for something else is rejected', async () => {
      const { id } = await paid();
      const { token } = (await admin('POST', '/tokens', { name: 'Desk', scope: 'desk' })).body;
      const asDesk = (wish: object) =>
        call(`${stack().api.url}/api/admin/venues/${venue.slug}/bookings/${id}`, {
          method: 'PATCH',
          headers: { Authorization: `Bearer ${token}` },
          body: wish,
        });
      const { quote: one } = await quote(id, { people: 1 });
      assert.equal((await asDesk({ people: 1, quote: one })).status, 403);
      const { quote: three } = await quote(id, { people: 3 });
      for (const wish of [{ people: 2, quote: one }, { people: 1, quote: `${one}x` }, { quote: 'x' }])
        assert.equal((await admin('PATCH', `/bookings/${id}`, wish)).status, 422, JSON.stringify(wish));
      assert.equal((await venue.shown(id)).amount_eur, 20);
      assert.equal((await asDesk({ people: 3, quote: three })).body.open_eur, 10);
    });

    it('changing a booking that is paid at the venue changes only the open amount', async () => {
      const wish = { slot_id: venue.slots[0], people: 2 };
      const told = await admin('POST', '/quotes', wish);
      assert.deepEqual([told.status, told.body.total_eur], [200, 20]);
      const made = await admin('POST', '/bookings', {
        ...wish,
        customer_name: 'Phone',
        quote: told.body.quote,
      });
      assert.deepEqual([made.status, made.body.amount_eur], [201, 20], made.text);
      const { amount_eur, total_eur, refund_eur, open_eur } = await quote(made.body.id, { people: 1 });
      assert.deepEqual([amount_eur, total_eur, refund_eur, open_eur], [20, 10, 0, 0]);
      const { body } = await change(made.body.id, { people: 1 });
      assert.deepEqual([body.amount_eur, body.open_eur], [10, 10], 'none of it was paid');
    });
  });

  describe('a change that alters the price, under refund rules', () => {
    it('the refund rules apply to the paid amount after a change', async () => {
      const venue = await newPaidVenue(stack(), {
        venue: { refund_tiers: [{ until_hours: 24, percent: 50 }] },
        facility: { price_eur: 10 },
      });
      const { id, ticketUrl } = await venue.bookAndPay();
      const path = `/venues/${venue.slug}/bookings/${id}`;
      const change = async (people: number) => {
        const { body } = await stack().api.admin('POST', `${path}/quote`, { people });
        return stack().api.admin('PATCH', path, { people, quote: body.quote });
      };
      assert.equal((await change(4)).body.kept_by_rules_eur, 10);
      assert.equal((await change(1)).body.kept_by_rules_eur, 5);
      const answer = await follow(`${ticketUrl}/cancel?kept_eur=5`, { method: 'POST' });
      assert.equal(answer.status, 303);
      await booksBalance(stack());
      const shown = await venue.shown(id);
      assert.deepEqual([shown.kept_eur, shown.payments[0].refunded_eur], [5, 15]);
      assert.equal(
        shown.history.find(({ action }: { action: string }) => action === 'cancelled').note,
        'refund of €5.00',
      );
    });
  });
}
