import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { follow, payThrough } from '../../stack/guest.ts';
import { booksBalance } from '../../stack/money.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';

/** Bookings of which guests pay a part online. */
export function deposits(stack: () => Stack): void {
  describe('a deposit', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      // Half is refunded until the start. Two people cost €80, of which €20 are due online.
      venue = await newPaidVenue(stack(), {
        venue: { refund_tiers: [{ until_hours: 1, percent: 50 }] },
        facility: { price_eur: 40, capacity: 60, deposit: { percent: 25, from_eur: 60 } },
        fees: { platform_fee_percent: 10, platform_fee_fixed_eur: 0.5 },
      });
    });
    const quoteOf = async (slug: string, body: object) =>
      (await call(`${stack().api.url}/api/site/quotes`, { headers: { 'X-Tenant': slug }, body })).body;
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);
    const change = async (id: number, wish: object) => {
      const { body } = await admin('POST', `/bookings/${id}/quote`, wish);
      return (await admin('PATCH', `/bookings/${id}`, { ...wish, quote: body.quote })).body;
    };
    const ticketOf = async (url: string) =>
      JSON.parse((await follow(url, { headers: { Accept: 'application/json' } })).text);
    const pageOf = async (url: string) =>
      (await follow(url, { headers: { Accept: 'text/html', 'Accept-Language': 'nl' } })).text.replaceAll(
        '\u00a0',
        ' ',
      );
    const mailOf = async (to: string, subject: string) => {
      const find = () =>
        stack()
          .mail.to(to)
          .find(({ mail }) => mail.subject?.startsWith(subject));
      await eventually(`"${subject}" is mailed`, () => find() !== undefined);
      return find()?.mail.text?.replaceAll('\u00a0', ' ') ?? '';
    };
    const settled = async (id: number, refunds: number) => {
      await eventually('the refund is recorded', async () => {
        const { history } = await venue.shown(id);
        return history.filter(({ action }: { action: string }) => action === 'refunded').length === refunds;
      });
      await booksBalance(stack());
    };

    it('is promised by the quote, charged online, and leaves the rest open', async () => {
      const wish = { slot_id: venue.slots[0], people: 2 };
      const quote = await quoteOf(venue.slug, wish);
      assert.deepEqual([quote.total_eur, quote.deposit_eur, quote.rest_eur], [80, 20, 60]);
      const made = await venue.book({ ...wish, quote: quote.quote });
      const { deposit_eur, rest_eur, platform_fee_eur } = made.payment;
      // The fee is 10 % of the deposit, plus €0.50.
      assert.deepEqual([made.booking.amount_eur, deposit_eur, rest_eur, platform_fee_eur], [80, 20, 60, 2.5]);
      assert.equal(
        (await venue.shown(made.id)).open_eur,
        undefined,
        'nothing is open before it is confirmed',
      );
      await payThrough(made.payUrl);
      await venue.becomes(made.id, 'confirmed');
      const { amount_eur, open_eur, kept_by_rules_eur, payments } = await venue.shown(made.id);
      assert.deepEqual([amount_eur, open_eur, kept_by_rules_eur], [80, 60, 10]);
      assert.deepEqual([payments[0].amount_eur, payments[0].platform_fee_eur], [20, 2.5]);
      await booksBalance(stack());
    });

    it('is the whole price of cheaper bookings, and none of those at the desk', async () => {
      const cheap = { slot_id: venue.slots[0], people: 1 };
      const quote = await quoteOf(venue.slug, cheap);
      assert.deepEqual([quote.total_eur, 'deposit_eur' in quote], [40, false]);
      const { payment } = await venue.book(cheap);
      assert.deepEqual(Object.keys(payment).sort(), ['checkout_url', 'platform_fee_eur', 'status']);
      const { body: atDesk } = await admin('POST', '/quotes', { ...cheap, people: 2 });
      assert.equal('deposit_eur' in atDesk, false);
      const { body: desk } = await admin('POST', '/bookings', { ...cheap, people: 2, customer_name: 'Desk' });
      assert.deepEqual([desk.status, desk.open_eur], ['confirmed', 80]);
    });

    it('is on the ticket and in the mails, with the rest', async () => {
      const { id, email, ticketUrl, payUrl } = await venue.book();
      const unpaid = await ticketOf(ticketUrl);
      assert.deepEqual([unpaid.deposit_eur, unpaid.rest_eur, unpaid.open_eur], [20, 60, undefined]);
      assert.match(await pageOf(ticketUrl), /Nu te betalen.*€ 20,00.*Later, op locatie.*€ 60,00/s);
      await venue.paymentDue(id);
      assert.match(
        await mailOf(email, 'Nog te betalen'),
        /Nu te betalen: +€ 20,00\nLater, op locatie: +€ 60,00/,
      );
      await payThrough(payUrl);
      const confirmed = await mailOf(email, 'Boeking bevestigd');
      assert.match(confirmed, /Bedrag: +€ 80,00\nNog te betalen: +€ 60,00/);
      const paid = await ticketOf(ticketUrl);
      assert.deepEqual([paid.deposit_eur, paid.paid_eur, paid.open_eur], [undefined, 20, 60]);
      assert.match(
        await pageOf(ticketUrl),
        /betalen: € 60,00<\/a>.*Betaald.*€ 20,00.*Nog te betalen<.*€ 60,00/s,
      );
    });

    it('counts towards a changed price, and only its excess is refunded', async () => {
      const { id } = await venue.bookAndPay();
      assert.deepEqual([(await change(id, { people: 3 })).open_eur, await venue.wentBack(id)], [100, []]);
      assert.deepEqual([(await change(id, { people: 1 })).open_eur, await venue.wentBack(id)], [20, []]);
      await admin('PATCH', `/facilities/${venue.facility}`, { price_eur: 15 });
      assert.equal((await change(id, { people: 1 })).open_eur, undefined);
      await admin('PATCH', `/facilities/${venue.facility}`, { price_eur: 40 });
      await settled(id, 1);
      assert.deepEqual(await venue.wentBack(id), [5]);
      assert.equal((await change(id, { people: 2 })).open_eur, 65);
      await booksBalance(stack());
    });

    it('is what refund rules and refunds by hand are about', async () => {
      const { id, ticketUrl } = await venue.bookAndPay();
      const ticket = await ticketOf(ticketUrl);
      assert.deepEqual([ticket.amount_eur, ticket.paid_eur, ticket.open_eur], [80, 20, 60]);
      assert.deepEqual([ticket.refund_tiers[0].kept_eur, ticket.refund_tiers[0].refund_eur], [10, 10]);
      assert.equal((await admin('POST', `/bookings/${id}/refunds`, { amount_eur: 20.01 })).status, 422);
      assert.equal((await follow(`${ticketUrl}/cancel?kept_eur=10`, { method: 'POST' })).status, 303);
      await settled(id, 1);
      const { kept_eur, open_eur } = await venue.shown(id);
      assert.deepEqual([kept_eur, open_eur, await venue.wentBack(id)], [10, undefined, [10]]);
      assert.equal((await admin('POST', `/bookings/${id}/refunds`, {})).status, 201);
      await settled(id, 2);
      assert.deepEqual(await venue.wentBack(id), [10, 10]);
    });

    it('stays as quoted after the venue has changed or removed it', async () => {
      const wish = { slot_id: venue.slots[0], people: 2 };
      const before = await quoteOf(venue.slug, wish);
      const path = `/facilities/${venue.facility}`;
      assert.equal((await admin('PATCH', path, { deposit: { fixed_eur: 30 } })).status, 200);
      const quoted = async () => (await quoteOf(venue.slug, wish)).deposit_eur;
      await eventually('the new deposit applies', async () => (await quoted()) === 30);
      assert.equal((await venue.book({ ...wish, quote: before.quote })).payment.deposit_eur, 20);
      await admin('PATCH', path, { deposit: null });
      await eventually('no deposit applies', async () => (await quoted()) === undefined);
      assert.equal((await venue.book({ ...wish, quote: before.quote })).payment.rest_eur, 60);
      assert.equal((await venue.book(wish)).payment.rest_eur, undefined);
      await admin('PATCH', path, { deposit: { percent: 25, from_eur: 60 } });
      await eventually('the old deposit applies', async () => (await quoted()) === 20);
    });

    it('is checked when it is set, and needs a linked provider', async () => {
      const path = `/facilities/${venue.facility}`;
      for (const deposit of [
        {},
        { percent: 25, fixed_eur: 20 },
        { percent: 100 },
        { fixed_eur: 0.5 },
        { percent: 5, x: 1 },
      ]) {
        const { status, body } = await admin('PATCH', path, { deposit });
        assert.deepEqual([status, /deposit/.test(body.error)], [422, true], JSON.stringify(deposit));
      }
      assert.deepEqual((await admin('GET', path)).body.deposit, { percent: 25, from_eur: 60, rest: 'venue' });
      const { api } = stack();
      const unlinked = await api.newVenue();
      const at = await api.newFacility(unlinked, { price_eur: 40, deposit: { percent: 25 } });
      const { body: day } = await api.get(unlinked, `/facilities/${at}/slots?date=${daysAhead(3)}`);
      const quote = await quoteOf(unlinked, { slot_id: day.slots[0].id, people: 2 });
      assert.deepEqual([quote.total_eur, 'deposit_eur' in quote], [80, false]);
    });

    it('has a rest that guests pay online after a reminder, or else the booking is cancelled by its rules', async () => {
      const deposit = { percent: 25, rest: 'online', rest_until_hours: 48, unpaid: 'cancel' };
      const online = await newPaidVenue(stack(), {
        venue: { refund_tiers: [{ until_hours: 1, percent: 50 }] },
        facility: { price_eur: 40, deposit },
      });
      const { body: shownSlot } = await stack().api.get(online.slug, `/slots/${online.slots[0]}`);
      const until = new Date(Date.parse(`${shownSlot.starts_at}Z`) - 48 * 3600_000)
        .toISOString()
        .slice(0, 16);
      const quote = await quoteOf(online.slug, { slot_id: online.slots[0], people: 2 });
      assert.deepEqual([quote.deposit_eur, quote.rest_eur, quote.rest_until], [20, 60, until]);
      /** Makes the step due that comes some hours before or after the deadline. */
      const afterDeadline = (id: number, hours: number, remindedHoursAgo: number | null) =>
        stack().database.query(
          `UPDATE booking.booking SET rest_due_at = now(), rest_terms = rest_terms || jsonb_build_object(
             'untilHours', extract(epoch FROM starts_at - now())::int / 3600 + $2::int,
             'remindedAt', (extract(epoch FROM now() - $3 * interval '1 hour') * 1000)::bigint) WHERE id = $1`,
          [id, hours, remindedHoursAgo],
        );
      const [pays, forgets] = [
        await online.bookAndPay({ slot_id: online.slots[0] }),
        await online.bookAndPay(),
      ];
      // A payment also wakes the worker that takes the steps.
      await afterDeadline(forgets.id, -30, null);
      await payThrough(pays.payUrl);
      await eventually('the rest is paid', async () => (await online.shown(pays.id)).open_eur === undefined);
      const mail = await mailOf(forgets.email, 'Openstaand bedrag');
      assert.match(mail, /nog € 60,00 open\. .* Anders wordt je boeking geannuleerd\./s);
      assert.match(mail, /Nog te betalen: +€ 60,00\nTe betalen voor: +\S/);
      for (const { id } of [pays, forgets]) await afterDeadline(id, 2, 30);
      await online.bookAndPay();
      await online.becomes(forgets.id, 'cancelled');
      await eventually(
        'half of the deposit is refunded',
        async () => (await online.wentBack(forgets.id)).length > 0,
      );
      assert.deepEqual(await online.wentBack(forgets.id), [10]);
      assert.equal(await online.statusOf(pays.id), 'confirmed');
      await booksBalance(stack());
    });
  });
}
