import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { changeStatus } from '../../testing/testEffects.ts';
import { calendar, contact, openTestMail, type TestMail } from '../../testing/testMail.ts';

describe('mail to guests', () => {
  let mail: TestMail;
  beforeAll(async () => {
    mail = await openTestMail();
  });
  afterAll(() => mail.close());
  afterEach(() => mail.stopMailers());

  const statuses = async (id: number) => (await mail.rows(id)).map(({ kind, status }) => [kind, status]);
  const arrival = async (email: string, count = 1) => {
    await until(() => mail.smtp.to(email).length >= count);
    const received = mail.smtp.to(email).at(-1);
    assert.ok(received);
    return received;
  };

  it('confirms a booking in Dutch', async () => {
    mail.start();
    const { id, reference, email } = await mail.book({ customerName: 'Anna Jansen' });
    const { from, to, mail: got } = await arrival(email);
    assert.deepEqual([from, to], ['no-reply@book.example', [email]]);
    assert.deepEqual(got.from, { name: 'Sauna aan het Meer', address: 'no-reply@book.example' });
    assert.deepEqual(got.to, [{ name: '', address: email }]);
    assert.deepEqual(
      got.replyTo?.map(({ address }) => address),
      ['hallo@sauna.example'],
    );
    assert.equal(got.subject, 'Boeking bevestigd: Pass, maandag 3 juni 2030');
    const header = (key: string) => got.headers.find((it) => it.key === key)?.value;
    assert.equal(header('auto-submitted'), 'auto-generated');
    assert.equal(header('content-language'), 'nl');
    assert.match(header('content-type') ?? '', /^multipart\/mixed/);
    const text = (got.text ?? '').replace(/\s+/g, ' ');
    for (const said of [
      'Naam: Anna Jansen',
      'Je boeking bij Sauna aan het Meer is bevestigd.',
      'Wat: Pass',
      'Wanneer: maandag 3 juni 2030, 10:00–11:00',
      'Personen: 2',
      'Bedrag: € 25,00',
      `Boekingsnummer: ${reference}`,
      `Bekijk of annuleer je boeking: https://book.example/tickets/${id}`,
      'Meerweg 1 1234 AB Loosdrecht',
      'Telefoon: 035 123 45 67',
      'E-mail: hallo@sauna.example',
      'Voorwaarden: https://sauna.example/voorwaarden?a=1&b=2',
    ])
      assert.ok(text.includes(said), `${said} in ${text}`);
    assert.match(got.html ?? '', /<html lang="nl">/);
    assert.ok(got.html?.includes(`href="https://book.example/tickets/${id}"`));
    assert.ok(got.html?.includes('href="https://sauna.example/voorwaarden?a=1&amp;b=2"'));
    await until(async () => (await mail.rows(id))[0]?.status === 'sent');
    const [row] = await mail.rows(id);
    assert.equal(got.messageId, `<${row?.id}@book.example>`);
    assert.ok(row?.sentAt);
  });

  it('uses English if the guest booked in English, and attaches the appointment unchanged', async () => {
    mail.start();
    const { email } = await mail.book({ locale: 'en' });
    const { mail: got, raw } = await arrival(email);
    assert.equal(got.subject, 'Booking confirmed: Pass, Monday 3 June 2030');
    assert.match(got.text ?? '', /^Hello,\n(.*\n)*Name: +Ada Lovelace$/m);
    assert.match(got.html ?? '', /<html lang="en">/);
    assert.deepEqual(
      got.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition]),
      [
        [null, 'text/calendar', null],
        ['booking.ics', 'application/ics', 'attachment'],
      ],
    );
    assert.match(raw, /text\/calendar; charset=utf-8; method=REQUEST/);
    const encoded = /\.ics\r\n\r\n([\w+/=\r\n]+)/.exec(raw)?.[1] ?? '';
    assert.equal(Buffer.from(encoded, 'base64').toString(), calendar);
  });

  it('reports a change and a cancellation once each', async () => {
    mail.start();
    const { id, email } = await mail.book();
    await arrival(email);
    await mail.announce('events.booking.booking_changed', id, 'confirmed');
    assert.match((await arrival(email, 2)).mail.subject ?? '', /^Boeking gewijzigd: /);
    await changeStatus(mail.database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' });
    const { mail: got } = await arrival(email, 3);
    assert.match(got.subject ?? '', /^Boeking geannuleerd: /);
    assert.match(got.text ?? '', /Bekijk je boeking:/);
    await until(async () => (await statuses(id)).every(([, status]) => status === 'sent'));
    assert.deepEqual(
      (await statuses(id)).map(([kind]) => kind),
      ['confirmed', 'changed', 'cancelled'],
    );
  });

  it('shows the number of people before and after a change', async () => {
    mail.start();
    const { id, email } = await mail.book({ people: 6 });
    assert.match((await arrival(email)).mail.text ?? '', /^Personen: +6$/m);
    await mail.announce('events.booking.booking_changed', id, 'confirmed', { peopleBefore: 4 });
    assert.match((await arrival(email, 2)).mail.text ?? '', /^Personen: +6 \(was 4\)$/m);
  });

  it('shows the price before and after a change, and the amount left to pay', async () => {
    mail.start();
    const { id, email } = await mail.book();
    await arrival(email);
    await mail.database.$executeRaw`
      UPDATE booking.booking SET amount_cents = 4000, paid_cents = 2500, payment_id = gen_random_uuid(), payment_status = 'paid',
        platform_fee_cents = 0, hold_until = now(), grace_until = now() WHERE id = ${id}`;
    await mail.announce('events.booking.booking_changed', id, 'confirmed', { amountBefore: 2500 });
    const text = ((await arrival(email, 2)).mail.text ?? '').replaceAll('\u00a0', ' ');
    assert.match(text, /^Bedrag: +€ 40,00 \(was € 25,00\)\nNog te betalen: +€ 15,00$/m);
    await mail.database
      .$executeRaw`UPDATE booking.booking SET amount_cents = 2000, paid_cents = 2000 WHERE id = ${id}`;
    await mail.announce('events.booking.booking_changed', id, 'confirmed', { amountBefore: 4000 });
    const cheaper = ((await arrival(email, 3)).mail.text ?? '').replaceAll('\u00a0', ' ');
    assert.match(cheaper, /^Bedrag: +€ 20,00 \(betaald, was € 40,00\)$/m);
    assert.doesNotMatch(cheaper, /Nog te betalen/);
  });

  it('uses the sender name and reply address that the venue chose', async () => {
    const contactOf = async () => ({ ...contact, mailFromName: 'Receptie', replyTo: 'balie@sauna.example' });
    mail.start({ sources: { contactOf } });
    const { mail: got } = await arrival((await mail.book()).email);
    assert.deepEqual([got.from?.name, got.replyTo?.[0]?.address], ['Receptie', 'balie@sauna.example']);
  });

  it('is not sent for changes that guests need no mail about, nor without an address', async () => {
    const { id } = await mail.book({ status: 'pending_payment' });
    for (const status of ['expired', 'checked_in', 'no_show'])
      await mail.announce('events.booking.booking_status_changed', id, status);
    assert.deepEqual(await statuses(id), [['payment_due', 'dropped']]);
    const desk = await mail.book({ customerEmail: '' });
    assert.deepEqual(await statuses(desk.id), []);
    const unpaid = await mail.book({ status: 'pending_payment', customerEmail: 'late@example.com' });
    await mail.paymentDue(unpaid.id);
    mail.start();
    await until(async () => (await statuses(unpaid.id))[0]?.[1] === 'dropped');
    assert.deepEqual(mail.smtp.to('late@example.com'), [], 'there is no payment link');
  });

  it('asks for payment once there is a payment link', async () => {
    mail.start({ sources: { checkoutUrl: async ({ id }) => `https://book.example/pay/${id}` } });
    const { id, email } = await mail.book({ status: 'pending_payment', locale: 'en' });
    await mail.paymentDue(id);
    const { mail: got } = await arrival(email);
    assert.match(got.text ?? '', new RegExp(`Pay now:\\s+https://book.example/pay/${id}`));
    assert.match(got.subject ?? '', /^Payment due: /);
    const { holdUntil } = await mail.database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });
    const until = localAt('Europe/Amsterdam', holdUntil?.getTime() ?? 0).slice(11);
    const text = got.text?.replace(/\s+/g, ' ');
    assert.ok(text?.includes(`, ${until}. Pay before then`));
    assert.ok(text?.includes('Once you have paid, you can still cancel until Sunday 2 June 2030, 10:00.'));
  });

  it('sends the payment reminder after five minutes, or after a third of a short hold', async () => {
    for (const [holdMinutes, minutes] of [
      [1440, 5],
      [15, 5],
      [5, 5 / 3],
      [1, 1 / 3],
    ] as const) {
      const payment = { id: randomUUID(), feeCents: 0, holdMinutes, refundTiers: null };
      const { id } = await mail.book({ status: 'pending_payment', payment });
      const [row] = await mail.rows(id);
      const { holdUntil } = await mail.database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });
      const [from, at, over] = [row?.createdAt, row?.nextAt, holdUntil].map((time) => time?.getTime() ?? NaN);
      const waits = Math.min(minutes * 60_000, ((over ?? NaN) - (from ?? NaN)) / 3);
      assert.ok(Math.abs((at ?? NaN) - (from ?? NaN) - waits) <= 1, `a hold of ${holdMinutes} minutes`);
    }
  });

  it('sends no payment reminder after payment or cancellation, and reports that at once', async () => {
    mail.start({ sources: { checkoutUrl: async ({ id }) => `https://book.example/pay/${id}` } });
    for (const [status, subject] of [
      ['confirmed', /^Boeking bevestigd/],
      ['cancelled', /^Boeking geannuleerd/],
    ] as const) {
      const { id, email } = await mail.book({ status: 'pending_payment' });
      const data = { status, ...(status === 'confirmed' && { paymentStatus: 'paid' }) };
      await mail.database.booking.update({ where: { id: BigInt(id) }, data });
      await mail.announce('events.booking.booking_status_changed', id, status);
      assert.match((await arrival(email)).mail.subject ?? '', subject);
      assert.deepEqual((await statuses(id))[0], ['payment_due', 'dropped']);
      assert.equal(mail.smtp.to(email).length, 1);
      // A change whose event has not been consumed yet is noticed when the mail is due.
      const unheard = await mail.book({ status: 'pending_payment' });
      await mail.database.booking.update({ where: { id: BigInt(unheard.id) }, data });
      await mail.paymentDue(unheard.id);
      await until(async () => (await statuses(unheard.id))[0]?.[1] === 'dropped');
      assert.deepEqual(mail.smtp.to(unheard.email), []);
    }
  });

  it('promises the refund of a cancelled booking, even if the refund came before the mail', async () => {
    const payment = { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers: null };
    const { id, email } = await mail.book({ status: 'pending_payment', payment });
    const data = { status: 'cancelled', paymentStatus: 'refunded', keptCents: 0n };
    await mail.database.booking.update({ where: { id: BigInt(id) }, data });
    await mail.announce('events.booking.booking_status_changed', id, 'cancelled');
    mail.start();
    assert.match((await arrival(email)).mail.text ?? '', /krijgt het hele bedrag terug/);
  });

  it('does not promise a refund that was made before the cancellation', async () => {
    const payment = { id: randomUUID(), feeCents: 0, holdMinutes: 15, refundTiers: null };
    const { id, email } = await mail.book({ status: 'pending_payment', payment });
    const data = { status: 'confirmed', paymentStatus: 'refunded', leftCents: 0n };
    await mail.database.booking.update({ where: { id: BigInt(id) }, data });
    await changeStatus(mail.database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' });
    mail.start();
    const text = (await arrival(email)).mail.text ?? '';
    assert.match(text, /is geannuleerd\. Je hoeft niets meer te doen/);
    assert.doesNotMatch(text, /terug/);
  });

  it('reports a refund, also of a booking that remains valid', async () => {
    const { id, email } = await mail.book({ locale: 'en' });
    mail.start();
    await arrival(email);
    await mail.database.mail.create({
      data: { venueId: 1, id: randomUUID(), bookingId: BigInt(id), kind: 'refunded', amountCents: 750n },
    });
    const { mail: got } = await arrival(email, 2);
    assert.match(got.subject ?? '', /^Refunded: /);
    assert.match(
      got.text?.replace(/\s+/g, ' ') ?? '',
      /refunding you €7\.50 for this booking\. Your booking remains valid/,
    );
  });

  it('is dropped if the guest was erased or its content is no longer correct', async () => {
    const deleted = await mail.book();
    const overtaken = await mail.book();
    await mail.database.booking.updateMany({
      where: { venueId: 1, id: deleted.id },
      data: { customerName: '', customerEmail: '', extra: {}, erasedAt: new Date() },
    });
    await changeStatus(mail.database, { venueId: 1, id: overtaken.id }, { to: 'cancelled', actor: 'venue' });
    // The guest chose another time before the mail that asks for it.
    const chosen = await mail.book();
    await mail.database.mail.create({
      data: { venueId: 1, id: randomUUID(), bookingId: BigInt(chosen.id), kind: 'choose_time' },
    });
    mail.start();
    assert.match((await arrival(overtaken.email)).mail.subject ?? '', /^Boeking geannuleerd/);
    await until(async () => (await statuses(deleted.id))[0]?.[1] === 'dropped');
    await until(async () => (await statuses(overtaken.id)).every(([, status]) => status !== 'queued'));
    assert.deepEqual(await statuses(overtaken.id), [
      ['confirmed', 'dropped'],
      ['cancelled', 'sent'],
    ]);
    assert.deepEqual(mail.smtp.to(deleted.email), []);
    const asked = async () => (await statuses(chosen.id)).find(([kind]) => kind === 'choose_time')?.[1];
    await until(async () => (await asked()) !== 'queued');
    assert.equal(await asked(), 'dropped');
  });
});
