import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MailTextKind } from '@venue-booking/proto/mail/mailText';
import { Locale } from '@venue-booking/proto/primitives';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Mail texts that a venue writes itself. */
export function mailTexts(stack: () => Stack): void {
  describe('mail texts', () => {
    let slug: string;
    let other: string;
    const slots = new Map<string, number[]>();
    beforeAll(async () => {
      const { api } = stack();
      for (const making of [api.newVenue({ name: 'Sauna' }), api.newVenue()]) {
        const venue = await making;
        const facility = await api.newFacility(venue, { name: 'Hot <tub>' });
        const { body } = await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
        slots.set(
          venue,
          body.slots.map(({ id }: { id: number }) => id),
        );
      }
      [slug = '', other = ''] = slots.keys();
    });
    const texts = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}/mail-texts${path}`, body);
    const mailOf = async (venue: string, locale: string) => {
      const email = `${randomUUID()}@example.com`;
      const slot = slots.get(venue)?.shift();
      const booked = await stack().api.book(venue, { slot_id: slot, locale, customer_email: email });
      assert.equal(booked.status, 201, booked.text);
      await eventually('the mail arrives', () => stack().mail.to(email).length > 0);
      return stack().mail.to(email)[0]?.mail;
    };

    it('mail uses the venue’s own text until the venue resets it to the built-in one', async () => {
      const all = (await texts('GET', '')).body;
      assert.equal(all.length, Locale.options.length * MailTextKind.options.length);
      assert.ok(all.every(({ own }: { own: boolean }) => !own));
      const saved = await texts('PUT', '/confirmed/en', {
        subject: 'See you at {facility}',
        body: 'Bring a towel.\n\n{venue} <b>looks forward</b> to {people} of you.',
      });
      assert.equal(saved.status, 200, saved.text);
      assert.equal(saved.body.own, true);
      assert.deepEqual((await texts('GET', '/confirmed/en')).body, saved.body);

      const mail = await mailOf(slug, 'en');
      assert.equal(mail?.subject, 'See you at Hot <tub>');
      assert.match(mail?.text ?? '', /Bring a towel\.\r?\n\r?\nSauna <b>looks forward<\/b> to 1 of you\./);
      assert.match(mail?.html ?? '', /&lt;b&gt;looks forward/);
      assert.match((await mailOf(slug, 'nl'))?.subject ?? '', /^Boeking bevestigd/);
      assert.match((await mailOf(other, 'en'))?.subject ?? '', /^Booking confirmed/);

      for (const _ of ['once', 'again']) {
        const reset = await texts('DELETE', '/confirmed/en');
        assert.deepEqual([reset.status, reset.body.own], [200, false]);
        assert.equal(reset.body.body, saved.body.default_body);
      }
      assert.match((await mailOf(slug, 'en'))?.subject ?? '', /^Booking confirmed/);
    });

    it('the reminder shows what guests should know, of the venue and the facility, in their language', async () => {
      const { api } = stack();
      const venue = await api.newVenue({ name: 'Hammam' });
      const facility = await api.newFacility(venue, { name: 'Steam room', visit_info: 'Bring slippers.' });
      const patched = await api.admin('PATCH', `/venues/${venue}`, {
        visit_info: 'Parkeer achter het hek.',
        translations: { en: { visit_info: 'Park behind the gate.' } },
        review_url: 'https://reviews.example/hammam',
      });
      assert.equal(patched.status, 200, patched.text);
      const own = await api.admin('PATCH', `/venues/${venue}/facilities/${facility}`, { reminder_hours: 3 });
      assert.deepEqual([own.status, own.body.reminder_hours], [200, 3]);
      const preview = (kind: string, language: string) =>
        api.admin('POST', `/venues/${venue}/mail-texts/${kind}/${language}/preview`, {});
      await eventually('booking has the copy', async () => {
        const { text } = (await preview('reminder', 'en')).body;
        return text.includes('Park behind the gate.\n\nBring slippers.');
      });
      assert.match((await preview('reminder', 'nl')).body.text, /Parkeer achter het hek/);
      assert.match((await preview('follow_up', 'en')).body.html, /href="https:\/\/reviews\.example\/hammam"/);
      assert.doesNotMatch((await preview('confirmed', 'en')).body.text, /reviews\.example|Park behind/);
    });

    it('a message goes to the guests of a day, and its number of recipients is shown first', async () => {
      const { api, mail } = stack();
      const emails = [1, 2].map((n) => `message${n}.${randomUUID()}@example.com`);
      const booked = [];
      for (const customer_email of emails)
        booked.push(await api.book(other, { slot_id: slots.get(other)?.shift(), customer_email }));
      const message = {
        date: daysAhead(9),
        subject: 'Closed at {day}',
        body: 'The boiler is broken. Sorry!',
      };
      const preview = await api.admin('POST', `/venues/${other}/messages/preview`, message);
      assert.equal(preview.status, 200, preview.text);
      assert.ok(preview.body.recipients >= 2);
      const sent = await api.admin('POST', `/venues/${other}/messages`, message);
      assert.deepEqual([sent.status, sent.body.recipients], [201, preview.body.recipients], sent.text);
      const messages = (email: string) =>
        mail.to(email).filter(({ mail: { text } }) => text?.includes('boiler'));
      await eventually('both get it', () => emails.every((email) => messages(email).length > 0));
      assert.ok(emails.every((email) => messages(email).length === 1));
      const { body } = await api.admin('GET', `/venues/${other}/bookings/${booked[0]?.body.booking.id}`);
      assert.ok(body.history.some(({ action }: { action: string }) => action === 'message_sent'));
      for (const wrong of [
        {},
        { date: daysAhead(9), slot_id: 1 },
        { date: 'soon' },
        { date: daysAhead(9), extra: 1 },
      ]) {
        const { date: _, ...texts } = message;
        const rejected = await api.admin('POST', `/venues/${other}/messages`, { ...texts, ...wrong });
        assert.ok([400, 422].includes(rejected.status), rejected.text);
      }
    });

    it('a text with unknown placeholders, or one that is too long, empty or unsafe, is rejected', async () => {
      for (const [body, status, said] of [
        [{ body: 'Dear {nmae}' }, 422, /^body: unknown placeholder \{nmae\}\. .*\{venue\}/],
        [{ subject: '{until}', body: 'Hello' }, 422, /^subject: unknown placeholder \{until\}/],
        [{ body: ' \n ' }, 422, /^body: must not be empty/],
        [{ body: 'x'.repeat(2001) }, 422, /^body: must have at most 2000/],
        [{ subject: 'x'.repeat(151), body: 'Hello' }, 422, /^subject: must have at most 150/],
        [{ subject: 'a\r\nBcc: thief@example.com', body: 'Hello' }, 422, /^subject: must be on one line/],
        [{ body: 'Hello \u0000' }, 422, /^body: must not contain invisible/],
        [{ subject: 'Hello' }, 422, /^body/],
      ] as const) {
        const refused = await texts('PUT', '/confirmed/nl', body);
        assert.equal(refused.status, status, refused.text);
        assert.match(refused.body.error, said);
      }
      assert.equal((await texts('PUT', '/nothing/nl', { body: 'Hello' })).status, 422);
      assert.equal((await texts('GET', '/confirmed/nl')).body.own, false);
    });

    it('the owner previews a text without saving or sending it', async () => {
      const draft = { subject: '{venue}: {until}', body: 'Pay {price} <now>.' };
      const { status, body } = await texts('POST', '/payment_due/en/preview', draft);
      assert.equal(status, 200);
      assert.match(body.subject, /^Sauna: .* \d\d:\d\d$/);
      assert.match(body.text, /Pay €50\.00 <now>\./);
      assert.match(body.html, /Pay €50\.00 &lt;now&gt;\./);
      assert.match(body.html, /Hot &lt;tub&gt;/);
      const builtIn = (await texts('POST', '/payment_due/en/preview', {})).body;
      assert.match(builtIn.subject, /^Payment due: Hot <tub>, /);
      assert.equal((await texts('GET', '/payment_due/en')).body.own, false);
      assert.equal((await texts('POST', '/payment_due/en/preview', { body: '{x}' })).status, 422);
    });
  });
}
