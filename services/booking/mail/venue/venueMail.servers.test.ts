import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { changeStatus, recordPayment } from '../../testing/testEffects.ts';
import { flat, openTestVenueMail, type TestVenueMail } from '../../testing/testVenueMail.ts';
import { staffTexts } from '../texts/mailTexts.ts';

describe('the content of mail to a venue', () => {
  let mail: TestVenueMail;
  beforeAll(async () => {
    mail = await openTestVenueMail();
  });
  afterAll(() => mail.close());
  beforeEach(() => mail.reset());
  afterEach(() => mail.stopMailers());
  const pay = async (id: number) => {
    const { paymentId } = await mail.database.booking.findUniqueOrThrow({ where: { id } });
    const paid = { paymentId: paymentId ?? '', bookingId: BigInt(id), amountCents: 2500n };
    await mail.database.$transaction((tx) =>
      recordPayment(tx, { venueId: 1, ...paid } as never, randomUUID()),
    );
  };

  it('describes a new booking to the contact and links to it', async () => {
    mail.startForVenue();
    const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3.5, per: 'piece' as const };
    const { id, reference } = await mail.book({
      ...{ customerName: 'Anna Jansen', addOns: [{ ...towel, count: 3 }] },
    });
    await mail.untilSent();
    const [got] = mail.sent();
    assert.equal(mail.sent().length, 1);
    assert.deepEqual(got?.from, { name: 'Venue Booking', address: 'no-reply@book.example' });
    assert.equal(got?.subject, 'Nieuwe boeking: Pass, maandag 3 juni 2030, 10:00–11:00');
    const text = flat(got?.text);
    for (const said of [
      'Je hebt een nieuwe boeking.',
      'Wat: Pass',
      'Wanneer: maandag 3 juni 2030, 10:00–11:00',
      'Personen: 2',
      'Extra’s: 3 × Handdoek',
      'Bedrag: € 25,00',
      'Naam: Anna Jansen',
      `Boekingsnummer: ${reference}`,
      `Bekijk de boeking: https://book.example/admin/v/sauna/bookings/${id}`,
      'Meldingen per mail instellen: https://book.example/admin/v/sauna/settings/mail',
    ])
      assert.ok(text.includes(said), `${said} in ${text}`);
    assert.ok(got?.html?.includes(`href="https://book.example/admin/v/sauna/bookings/${id}"`));
  });

  it('uses the venue’s language, not the guest’s', async () => {
    mail.startForVenue({ contactOf: async () => ({ ...(await mail.contactOf()), locale: 'en' }) });
    await mail.book({ locale: 'nl' });
    await mail.untilSent();
    assert.match(mail.sent()[0]?.subject ?? '', /^New booking: Pass, Monday 3 June 2030, 10:00/);
    assert.match(mail.sent()[0]?.html ?? '', /<html lang="en">/);
  });

  it('reports a change and a cancellation', async () => {
    mail.startForVenue();
    const { id } = await mail.book();
    await mail.untilSent();
    await mail.change(id);
    await mail.untilSent();
    await mail.cancel(id);
    await mail.untilSent();
    assert.deepEqual(
      mail.sent().map(({ subject }) => subject?.split(':')[0]),
      ['Nieuwe boeking', 'Boeking gewijzigd', 'Boeking geannuleerd'],
    );
  });

  it('combines all notices in one mail and reports each booking once', async () => {
    const [kept, changed, cancelled] = [await mail.book(), await mail.book(), await mail.book()];
    await mail.database.$executeRaw`DELETE FROM booking.venue_notice WHERE booking_id <> ${kept.id}`;
    await mail.change(changed.id);
    await mail.change(changed.id);
    await mail.change(cancelled.id);
    await mail.cancel(cancelled.id);
    mail.startForVenue();
    await mail.untilSent();
    const [got] = mail.sent();
    assert.equal(mail.sent().length, 1);
    assert.equal(got?.subject, 'Boekingen: 1 nieuw, 1 gewijzigd, 1 geannuleerd');
    const lines = (got?.text ?? '').split('\n').filter((line) => line.includes(' · '));
    const when = 'maandag 3 juni 2030, 10:00–11:00 · Pass · 2 personen · Ada Lovelace';
    assert.deepEqual(lines, [
      `Nieuw:       ${when} · ${kept.reference}`,
      `Gewijzigd:   ${when} · ${changed.reference}`,
      `Geannuleerd: ${when} · ${cancelled.reference}`,
    ]);
    assert.ok(flat(got?.text).includes('Bekijk je boekingen: https://book.example/admin/v/sauna/bookings'));
  });

  it('uses the singular for one unlisted booking', () => {
    assert.match(staffTexts.nl.notices.more(1), /^Er is nog 1 boeking /);
    assert.match(staffTexts.en.notices.more(1), /^1 more booking is /);
    assert.match(staffTexts.nl.notices.more(2), /^Er zijn nog 2 boekingen /);
  });

  it('does not report unpaid bookings or their expiry', async () => {
    mail.startForVenue();
    const paid = await mail.book({ status: 'pending_payment' });
    const left = await mail.book({ status: 'pending_payment' });
    await mail.cancel(left.id);
    await changeStatus(
      mail.database,
      { venueId: 1, id: (await mail.book({ status: 'pending_payment' })).id },
      { to: 'expired', actor: 'system' },
    );
    assert.equal(await mail.waiting(), 0);
    await pay(paid.id);
    await mail.untilSent();
    assert.deepEqual(
      mail.sent().map(({ subject }) => subject?.split(':')[0]),
      ['Nieuwe boeking'],
    );
    assert.match(flat(mail.sent()[0]?.text), /Bedrag: € 25,00 \(betaald\)/);
  });

  for (const [setting, which] of [
    ['notifyNew', 'new'],
    ['notifyChanged', 'changed'],
    ['notifyCancelled', 'cancelled'],
  ] as const)
    it(`does not report ${which} bookings if the venue has switched them off`, async () => {
      await mail.set({ [setting]: false });
      const { id } = await mail.book();
      await mail.change(id);
      await mail.cancel(id);
      const kinds = await mail.database.venueNotice.findMany({ select: { kind: true } });
      assert.deepEqual(
        kinds.map(({ kind }) => kind).sort(),
        ['cancelled', 'changed', 'new'].filter((kind) => kind !== which),
      );
    });

  it('does not report a cancelled booking as new if cancellations are switched off', async () => {
    await mail.set({ notifyCancelled: false });
    const { id } = await mail.book();
    await mail.cancel(id);
    mail.startForVenue();
    await mail.untilSent();
    assert.deepEqual(mail.sent(), []);
  });

  it('escapes what guests wrote', async () => {
    mail.startForVenue();
    await mail.book({ customerName: '=?utf-8?q?x?= <b>Ann</b>\r\nBcc: all@example.com' });
    await mail.untilSent();
    assert.equal(mail.sent().length, 1);
    assert.ok(mail.sent()[0]?.html?.includes('&lt;b&gt;Ann&lt;/b&gt; Bcc: all@example.com'));
    assert.deepEqual(mail.sent()[0]?.bcc ?? [], []);
  });
});
