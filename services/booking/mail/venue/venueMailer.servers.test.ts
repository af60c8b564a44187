import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@venue-booking/kit/testing/testMessaging';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { eraseGuest } from '../../desk/eraseGuest.ts';
import { Prisma } from '../../gen/prisma/client.ts';
import { newBooking, silentLog } from '../../testing/testBookings.ts';
import { saveBooking } from '../../testing/testEffects.ts';
import { contact, slowServer } from '../../testing/testMail.ts';
import { flat, openTestVenueMail, type TestVenueMail } from '../../testing/testVenueMail.ts';
import { FIRST_DAY_CAP } from '../queue/recipientCap.ts';
import { venueRecipients } from '../queue/venueRecipients.ts';
import { fileTransport } from '../transport/fileTransport.ts';
import { SendFailure } from '../transport/mailTransport.ts';
import type { VenueMailerDeps } from './venueMailer.ts';
import { dailyAfter } from './venueNoticeStore.ts';

const HOUR_MS = 3600_000;

describe('mail to a venue', () => {
  let mail: TestVenueMail;
  beforeAll(async () => {
    mail = await openTestVenueMail();
  });
  afterAll(() => mail.close());
  beforeEach(() => mail.reset());
  afterEach(() => mail.stopMailers());

  it('becomes one mail per pause during a flood, and counts what it does not list', async () => {
    mail.startForVenue();
    await mail.book();
    await until(async () => (await mail.waiting()) === 0);
    await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        saveBooking(mail.database, newBooking({ customerEmail: `flood${n}@example.com` })),
      ),
    );
    assert.deepEqual([mail.sent().length, await mail.waiting()], [1, 1000]);
    await mail.pauseIsOver();
    await mail.untilSent();
    assert.equal(mail.sent().length, 2);
    assert.equal(mail.sent()[1]?.subject, 'Boekingen: 100 nieuw, 900 meer');
    assert.equal(mail.sent()[1]?.text?.match(/^Nieuw: /gm)?.length, 100);
    assert.ok(flat(mail.sent()[1]?.text).includes('Er zijn nog 900 boekingen die hier niet staan'));
  });

  it('goes to few addresses a day, however often the venue changes its own', async () => {
    const { allowRecipient } = venueRecipients({
      database: mail.database,
      hashKey: new Uint8Array(32),
    });
    const isNew = { ...contact, createdAt: new Date().toISOString() };
    await Promise.all(
      Array.from({ length: FIRST_DAY_CAP }, (_, guest) =>
        allowRecipient(1, isNew, `desk${guest}@example.com`),
      ),
    );
    const addresses = Array.from({ length: 8 }, (_, n) => `stranger${n}@example.com`);
    let at = 0;
    const contactOf = async () => ({ ...isNew, contactEmail: addresses[at] ?? '' });
    const looked: string[] = [];
    const granted = new Set<string>();
    const recipients: VenueMailerDeps['recipients'] = {
      async allowRecipient(...args) {
        const isAllowed = await allowRecipient(...args);
        if (isAllowed) granted.add(args[2]);
        looked.push(args[2]);
        return isAllowed;
      },
    };
    mail.startForVenue({ contactOf, recipients });
    for (; at < addresses.length; at++) {
      await mail.book();
      await mail.pauseIsOver();
      await until(() => looked.includes(addresses[at] ?? ''));
    }
    await mail.stopMailers();
    assert.deepEqual([...granted], addresses.slice(0, 5));
    // Two concurrent mails may contain the same notices; one of them then has nothing left to send.
    const mailed = addresses.filter((address) => mail.smtp.to(address).length > 0);
    assert.ok(mailed.length > 0 && mailed.every((address) => granted.has(address)), String(mailed));
    assert.ok((await mail.waiting()) > 0, 'unsent notices stay queued');
  });

  it('is sent once, even if deleting its notices fails at first', async () => {
    let failures = 2;
    const $executeRaw = (...statement: Parameters<typeof mail.database.$executeRaw>) => {
      if (failures-- > 0) throw new Error('Connection terminated');
      return mail.database.$executeRaw(...statement);
    };
    mail.startForVenue({ database: Object.assign(Object.create(mail.database), { $executeRaw }) });
    await mail.book();
    await mail.untilSent();
    await mail.book();
    await mail.untilSent();
    assert.equal(mail.sent().length, 2);
  });

  it('is sent by one of several replicas', async () => {
    for (let n = 0; n < 3; n++) mail.startForVenue();
    const references = new Map<string, number>();
    for (let n = 0; n < 20; n++) {
      references.set((await mail.book()).reference ?? '', 0);
      await mail.untilSent();
    }
    const text = mail
      .sent()
      .map((got) => got.text)
      .join('\n');
    for (const reference of references.keys())
      assert.equal(text.split(reference).length - 1, 1, `${reference} is reported once`);
  });

  it('is not sent if the venue has no address, and leaves no notices', async () => {
    mail.startForVenue({ contactOf: async () => ({ ...contact, contactEmail: null }) });
    const before = mail.smtp.messages.length;
    await mail.book();
    await mail.untilSent();
    assert.equal(mail.smtp.messages.length, before);
  });

  it('omits erased guests and deletes stored mail about them', async () => {
    const [erased, kept] = [await mail.book({ customerName: 'Wie Weg' }), await mail.book()];
    await eraseGuest(
      { database: mail.database, deleteMailFiles: async () => {}, log: silentLog },
      { venueId: 1, email: erased.email, actor: 'operator' },
    );
    mail.startForVenue();
    await mail.untilSent();
    const [got] = mail.sent();
    assert.equal(got?.subject?.split(':')[0], 'Nieuwe boeking');
    assert.ok(got?.text?.includes(kept.reference ?? ''));
    await mail.stopMailers();
    const folder = await mkdtemp(join(tmpdir(), 'vb-venue-mail-'));
    const files = fileTransport(folder);
    mail.startForVenue({ transport: files });
    await mail.book();
    await mail.untilSent();
    assert.equal((await readdir(folder)).length, 1);
    await files.delete([{ venueId: 1, bookingId: kept.id }]);
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
  });

  it('reports again what changed while its mail was under way', async () => {
    const server = slowServer();
    mail.startForVenue({ transport: server.transport });
    const { id } = await mail.book();
    await until(() => server.taken.length === 1);
    await mail.change(id);
    await mail.change(id);
    server.answer();
    await until(async () => (await mail.waiting()) === 1);
    await mail.pauseIsOver();
    await until(() => server.taken.length === 2);
    server.answer();
    await mail.untilSent();
  });

  it('waits for an unavailable server and gives up after a rejection', async () => {
    let failure: SendFailure | null = new SendFailure('unavailable', 'away');
    const taken: string[] = [];
    const failures = () => mail.logged.filter((line) => line.includes('mail to a venue not sent')).length;
    const before = failures();
    const tried = () => failures() - before;
    mail.startForVenue({
      transport: {
        send: async ({ envelope }) => {
          if (failure) throw failure;
          taken.push(...envelope.to);
        },
        delete: async () => {},
        close: async () => {},
      },
    });
    await mail.book();
    await until(() => tried() === 1);
    await mail.pauseIsOver();
    await until(() => tried() === 2);
    assert.equal(await mail.waiting(), 1);
    // Reset before the pause ends, or a third attempt would be rejected too.
    failure = null;
    await mail.pauseIsOver();
    await mail.untilSent();
    assert.deepEqual(taken, [mail.address()]);
    failure = new SendFailure('permanent', 'no such mailbox');
    await mail.book();
    await mail.untilSent();
    assert.equal(taken.length, 1);
  });

  it('is sent daily at 07:00 local time if the venue wants that', async () => {
    await mail.set({ notifyDaily: true });
    mail.startForVenue();
    const { id } = await mail.book();
    await mail.cancel(id);
    await mail.book();
    await sleep(200);
    assert.deepEqual(mail.sent(), []);
    await mail.database.$executeRaw`UPDATE booking.venue_notice SET since = since - interval '1 day'`;
    await mail.untilSent();
    assert.equal(mail.sent().length, 1);
    assert.equal(mail.sent()[0]?.subject, 'Boekingen: 1 nieuw, 1 geannuleerd');
  });

  it('computes the next 07:00 in every timezone, also when clocks change', async () => {
    const next = async (since: Date, timezone: string) => {
      const [row] = await mail.database.$queryRaw<{ at: Date; local: string }[]>`
        WITH due AS (SELECT ${dailyAfter(Prisma.sql`${since}::timestamptz`, Prisma.sql`${timezone}`)} AS at)
        SELECT at, to_char(at AT TIME ZONE ${timezone}, 'HH24:MI') AS local FROM due`;
      return { ...row, iso: row?.at.toISOString() };
    };
    // The nights when clocks go back and forward in Amsterdam.
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
