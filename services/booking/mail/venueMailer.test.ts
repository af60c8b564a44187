import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@venue-booking/kit/testing/testMessaging';
import fc from 'fast-check';
import { changeStatus } from '../core/changeStatus.ts';
import { saveBooking } from '../core/saveBooking.ts';
import { writeChange } from '../desk/changeStore.ts';
import { eraseGuest } from '../desk/eraseGuest.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { notePaid } from '../payments/notePaid.ts';
import { newBooking, silentLog } from '../testing/testBookings.ts';
import { contact, hesitantServer, openTestMail, type TestMail } from '../testing/testMail.ts';
import { fileTransport } from './fileTransport.ts';
import { SendFailure } from './mailTransport.ts';
import { dailyAfter } from './venueNoticeStore.ts';

const HOUR_MS = 3600_000;

describe('mail to a venue', () => {
  let mail: TestMail;
  let venue: string;
  let venues = 0;
  before(async () => {
    mail = await openTestMail();
  });
  after(() => mail.close());
  beforeEach(async () => {
    venues += 1;
    venue = `owner${venues}@sauna.example`;
    await mail.database.$executeRaw`DELETE FROM booking.venue_notice`;
    await mail.database.venue.update({
      where: { id: 1 },
      data: {
        ...{ notifyNew: true, notifyChanged: true, notifyCancelled: true, notifyDaily: false },
        noticesFrom: new Date(0),
      },
    });
  });
  afterEach(() => mail.stopMailers());

  const contactOf = async () => ({ ...contact, contactEmail: venue });
  const start = (options: Parameters<TestMail['startForVenue']>[0] = {}) =>
    mail.startForVenue({ contactOf, ...options });
  const sent = () => mail.smtp.to(venue).map(({ mail: got }) => got);
  const waiting = () => mail.database.venueNotice.count();
  /** Ends the pause after a mail, as if its minutes had passed. */
  const pauseIsOver = () =>
    mail.database.venue.update({ where: { id: 1 }, data: { noticesFrom: new Date(0) } });
  /** All that waits was told, and the next may be told of. A pause that ends earlier is no lease any more. */
  const told = async () => {
    await until(async () => (await waiting()) === 0);
    await pauseIsOver();
  };
  const cancel = (id: number) =>
    changeStatus(mail.database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' });
  const change = async (id: number) => {
    const before = await mail.database.booking.findUniqueOrThrow({ where: { id } });
    const patch = { customer_name: before.customerName };
    const party = { people: before.people, guests: null, addOns: null };
    const none = { patch, ...party, extra: {}, actor: 'owner', price: null, move: null };
    const deps = { database: mail.database, hashKey: new Uint8Array(32) };
    assert.equal(await writeChange(deps, before, none), null);
  };
  const pay = async (id: number) => {
    const { paymentId } = await mail.database.booking.findUniqueOrThrow({ where: { id } });
    const paid = { paymentId: paymentId ?? '', bookingId: BigInt(id), amountCents: 2500n };
    await mail.database.$transaction((tx) => notePaid(tx, { venueId: 1, ...paid } as never));
  };
  const flat = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ');

  it('tells its contact of a new booking, with what it is and where to look at it', async () => {
    start();
    const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3.5, per: 'piece' as const };
    const { id, reference } = await mail.book({
      ...{ customerName: 'Anna Jansen', addOns: [{ ...towel, count: 3 }] },
    });
    await told();
    const [got] = sent();
    assert.equal(sent().length, 1);
    assert.deepEqual(got?.from, { name: 'Venue Booking', address: 'no-reply@book.example' });
    assert.equal(got?.subject, 'Nieuwe boeking: Pass, maandag 3 juni 2030, 10:00 – 11:00');
    const text = flat(got?.text);
    for (const said of [
      'Je hebt een nieuwe boeking.',
      'Wat: Pass',
      'Wanneer: maandag 3 juni 2030, 10:00 – 11:00',
      'Personen: 2',
      'Extra’s: 3 × Handdoek',
      'Bedrag: € 25,00',
      'Naam: Anna Jansen',
      `Boekingsnummer: ${reference}`,
      `Bekijk de boeking: https://book.example/admin/v/sauna/bookings/${id}`,
      'Kiezen waarover je mail krijgt: https://book.example/admin/v/sauna/settings/mail',
    ])
      assert.ok(text.includes(said), `${said} in ${text}`);
    assert.ok(got?.html?.includes(`href="https://book.example/admin/v/sauna/bookings/${id}"`));
  });

  it('tells it in the language of the venue, whatever the guest’s', async () => {
    start({ contactOf: async () => ({ ...(await contactOf()), locale: 'en' }) });
    await mail.book({ locale: 'nl' });
    await told();
    assert.match(sent()[0]?.subject ?? '', /^New booking: Pass, Monday 3 June 2030, 10:00/);
    assert.match(sent()[0]?.html ?? '', /<html lang="en">/);
  });

  it('tells of a change, and of a cancellation', async () => {
    start();
    const { id } = await mail.book();
    await told();
    await change(id);
    await told();
    await cancel(id);
    await told();
    assert.deepEqual(
      sent().map(({ subject }) => subject?.split(':')[0]),
      ['Nieuwe boeking', 'Boeking gewijzigd', 'Boeking geannuleerd'],
    );
  });

  it('makes one mail of all that waits, and tells of each booking once', async () => {
    const [kept, changed, cancelled] = [await mail.book(), await mail.book(), await mail.book()];
    await mail.database.$executeRaw`DELETE FROM booking.venue_notice WHERE booking_id <> ${kept.id}`;
    await change(changed.id);
    await change(changed.id);
    await change(cancelled.id);
    await cancel(cancelled.id);
    start();
    await told();
    const [got] = sent();
    assert.equal(sent().length, 1);
    assert.equal(got?.subject, 'Boekingen: 1 nieuw, 1 gewijzigd, 1 geannuleerd');
    const lines = (got?.text ?? '').split('\n').filter((line) => line.includes(' · '));
    const when = 'maandag 3 juni 2030, 10:00\u00a0–\u00a011:00 · Pass · 2 personen · Ada Lovelace';
    assert.deepEqual(lines, [
      `Nieuw:       ${when} · ${kept.reference}`,
      `Gewijzigd:   ${when} · ${changed.reference}`,
      `Geannuleerd: ${when} · ${cancelled.reference}`,
    ]);
    assert.ok(flat(got?.text).includes('Bekijk je boekingen: https://book.example/admin/v/sauna/bookings'));
  });

  it('says nothing of what is not paid yet, and of what ends unpaid', async () => {
    start();
    const paid = await mail.book({ status: 'pending_payment' });
    const left = await mail.book({ status: 'pending_payment' });
    await cancel(left.id);
    await changeStatus(
      mail.database,
      { venueId: 1, id: (await mail.book({ status: 'pending_payment' })).id },
      { to: 'expired', actor: 'system' },
    );
    assert.equal(await waiting(), 0);
    await pay(paid.id);
    await told();
    assert.deepEqual(
      sent().map(({ subject }) => subject?.split(':')[0]),
      ['Nieuwe boeking'],
    );
    assert.match(flat(sent()[0]?.text), /Bedrag: € 25,00 \(betaald\)/);
  });

  for (const [setting, which] of [
    ['notifyNew', 'new'],
    ['notifyChanged', 'changed'],
    ['notifyCancelled', 'cancelled'],
  ] as const)
    it(`says nothing of ${which} bookings where the venue does not want it`, async () => {
      await mail.database.venue.update({ where: { id: 1 }, data: { [setting]: false } });
      const { id } = await mail.book();
      await change(id);
      await cancel(id);
      const kinds = await mail.database.venueNotice.findMany({ select: { kind: true } });
      assert.deepEqual(
        kinds.map(({ kind }) => kind).sort(),
        ['cancelled', 'changed', 'new'].filter((kind) => kind !== which),
      );
    });

  it('does not call new what was cancelled meanwhile, where the venue hears nothing of that', async () => {
    await mail.database.venue.update({ where: { id: 1 }, data: { notifyCancelled: false } });
    const { id } = await mail.book();
    await cancel(id);
    start();
    await told();
    assert.deepEqual(sent(), []);
  });

  it('becomes one mail after a pause in a flood, which counts what it does not list', async () => {
    start();
    await mail.book();
    await until(async () => (await waiting()) === 0);
    await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        saveBooking(mail.database, newBooking({ customerEmail: `flood${n}@example.com` })),
      ),
    );
    assert.deepEqual([sent().length, await waiting()], [1, 1000]);
    await pauseIsOver();
    await told();
    assert.equal(sent().length, 2);
    assert.equal(sent()[1]?.subject, 'Boekingen: 100 nieuw, 900 meer');
    assert.equal(sent()[1]?.text?.match(/^Nieuw: /gm)?.length, 100);
    assert.ok(flat(sent()[1]?.text).includes('Er zijn nog 900 boekingen meer'));
  });

  it('is sent by one of several replicas', async () => {
    for (let n = 0; n < 3; n++) start();
    const references = new Map<string, number>();
    for (let n = 0; n < 20; n++) {
      references.set((await mail.book()).reference ?? '', 0);
      await told();
    }
    const text = sent()
      .map((got) => got.text)
      .join('\n');
    for (const reference of references.keys())
      assert.equal(text.split(reference).length - 1, 1, `${reference} is told of once`);
  });

  it('is not sent where the venue has no address, and nothing is left waiting', async () => {
    start({ contactOf: async () => ({ ...contact, contactEmail: null }) });
    const before = mail.smtp.messages.length;
    await mail.book();
    await told();
    assert.equal(mail.smtp.messages.length, before);
  });

  it('leaves out guests who were erased, and forgets what is kept of them', async () => {
    const [erased, kept] = [await mail.book({ customerName: 'Wie Weg' }), await mail.book()];
    await eraseGuest(
      { database: mail.database, forget: async () => {}, log: silentLog },
      { venueId: 1, email: erased.email, actor: 'operator' },
    );
    start();
    await told();
    const [got] = sent();
    assert.equal(got?.subject?.split(':')[0], 'Nieuwe boeking');
    assert.ok(got?.text?.includes(kept.reference ?? ''));
    await mail.stopMailers();
    const folder = await mkdtemp(join(tmpdir(), 'vb-venue-mail-'));
    const files = fileTransport(folder);
    start({ transport: files });
    await mail.book();
    await told();
    assert.equal((await readdir(folder)).length, 1);
    await files.forget([{ venueId: 1, bookingId: kept.id }]);
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
  });

  it('tells again of what changed while its mail was under way', async () => {
    const server = hesitantServer();
    start({ transport: server.transport });
    const { id } = await mail.book();
    await until(() => server.taken.length === 1);
    await change(id);
    await change(id);
    server.answer();
    await until(async () => (await waiting()) === 1);
    await pauseIsOver();
    await until(() => server.taken.length === 2);
    server.answer();
    await told();
  });

  it('waits for a mail server that is away, and gives up for one that refuses', async () => {
    let refusal: SendFailure | null = new SendFailure('down', 'away');
    const taken: string[] = [];
    start({
      transport: {
        send: async ({ envelope }) => {
          if (refusal) throw refusal;
          taken.push(...envelope.to);
        },
        forget: async () => {},
        close: async () => {},
      },
    });
    await mail.book();
    const tried = () => mail.logged.filter((line) => line.includes('mail to a venue not sent')).length;
    for (const times of [1, 2]) {
      await until(() => tried() === times);
      await pauseIsOver();
    }
    assert.equal(await waiting(), 1);
    refusal = null;
    await told();
    assert.deepEqual(taken, [venue]);
    refusal = new SendFailure('refused', 'no such mailbox');
    await mail.book();
    await told();
    assert.equal(taken.length, 1);
  });

  it('shows what guests wrote as text', async () => {
    start();
    await mail.book({ customerName: '=?utf-8?q?x?= <b>Ann</b>\r\nBcc: all@example.com' });
    await told();
    assert.equal(sent().length, 1);
    assert.ok(sent()[0]?.html?.includes('&lt;b&gt;Ann&lt;/b&gt; Bcc: all@example.com'));
    assert.deepEqual(sent()[0]?.bcc ?? [], []);
  });

  it('goes out once a day where the venue wants that, at 07:00 by its clocks', async () => {
    await mail.database.venue.update({ where: { id: 1 }, data: { notifyDaily: true } });
    start();
    const { id } = await mail.book();
    await cancel(id);
    await mail.book();
    await sleep(200);
    assert.deepEqual(sent(), []);
    await mail.database.$executeRaw`UPDATE booking.venue_notice SET since = since - interval '1 day'`;
    await told();
    assert.equal(sent().length, 1);
    assert.equal(sent()[0]?.subject, 'Boekingen: 1 nieuw, 1 geannuleerd');
  });

  it('knows the next 07:00 of every venue, also when clocks change', async () => {
    const next = async (since: Date, timezone: string) => {
      const [row] = await mail.database.$queryRaw<{ at: Date; local: string }[]>`
        WITH due AS (SELECT ${dailyAfter(Prisma.sql`${since}::timestamptz`, Prisma.sql`${timezone}`)} AS at)
        SELECT at, to_char(at AT TIME ZONE ${timezone}, 'HH24:MI') AS local FROM due`;
      return { ...row, iso: row?.at.toISOString() };
    };
    // The night in which clocks go back in Amsterdam, and the one in which they go forward.
    assert.equal(
      (await next(new Date('2026-10-24T18:00Z'), 'Europe/Amsterdam')).iso,
      '2026-10-25T06:00:00.000Z',
    );
    assert.equal(
      (await next(new Date('2027-03-27T18:00Z'), 'Europe/Amsterdam')).iso,
      '2027-03-28T05:00:00.000Z',
    );
    assert.equal(
      (await next(new Date('2027-03-28T05:00Z'), 'Europe/Amsterdam')).iso,
      '2027-03-29T05:00:00.000Z',
    );
    const zones = fc.constantFrom(
      'Europe/Amsterdam',
      'America/St_Johns',
      'Pacific/Apia',
      'Australia/Lord_Howe',
      'UTC',
    );
    await fc.assert(
      fc.asyncProperty(
        zones,
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        async (zone, since) => {
          const { at, local } = await next(since, zone);
          const aheadMs = (at?.getTime() ?? 0) - since.getTime();
          assert.equal(local, '07:00');
          assert.ok(aheadMs > 0 && aheadMs <= 25 * HOUR_MS, `${since.toISOString()} in ${zone}`);
        },
      ),
      { numRuns: 200 },
    );
  });
});
