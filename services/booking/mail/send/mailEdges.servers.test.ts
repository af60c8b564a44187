import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@venue-booking/kit/logging/log';
import type { Worker } from '@venue-booking/kit/scheduling/worker';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, afterEach, beforeAll, describe, it, vi } from 'vitest';
import type { BookingDatabase } from '../../database.ts';
import { eraseGuest } from '../../desk/eraseGuest.ts';
import { newBooking } from '../../testing/testBookings.ts';
import { changeStatus, saveBooking } from '../../testing/testEffects.ts';
import { contact, openTestMail, slowServer, type TestMail } from '../../testing/testMail.ts';
import { claimMail } from '../queue/mailStore.ts';
import { resendMail } from '../queue/resendMail.ts';
import { fileTransport } from '../transport/fileTransport.ts';
import type { MailTransport } from '../transport/mailTransport.ts';

const silentLog = createLog('test', 'silent');

describe('mail to guests in edge cases', () => {
  let mail: TestMail;
  let folder: string;
  beforeAll(async () => {
    mail = await openTestMail();
    folder = await mkdtemp(join(tmpdir(), 'mail-edges-'));
  });
  afterAll(async () => {
    await mail.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    mail.smtp.treat = () => undefined;
    await mail.stopMailers();
    await mail.database.mail.deleteMany();
    for (const name of await readdir(folder)) await rm(join(folder, name));
  });

  /**
   * Asserts that a new mail goes out before the others, which keep failing, have all been attempted twice
   * more. On an idle machine it is sent within one round.
   */
  const assertIsNext = async (others: number) => {
    const tried = async () =>
      (await mail.database.mail.aggregate({ where: { status: 'queued' }, _sum: { attempts: true } }))._sum
        .attempts ?? 0;
    await until(async () => (await tried()) >= others / 2);
    const { email } = await mail.book();
    const before = await tried();
    await until(() => mail.smtp.to(email).length > 0);
    const meanwhile = (await tried()) - before;
    assert.ok(meanwhile < 2 * others, `the ${others} others were attempted ${meanwhile} times meanwhile`);
  };

  it('claims no more than the mailer has room for if the statistics are those of an empty table', async () => {
    const book = (count: number) => Promise.all(Array.from({ length: count }, () => mail.book()));
    await book(20);
    await mail.database.mail.deleteMany();
    // The plan for a table of at most one row runs a subquery for each row.
    await mail.database.$executeRaw`ANALYZE booking.mail`;
    await book(5);
    const claimed = await claimMail(mail.database, { limit: 2, leaseMs: 60_000 });
    assert.equal(claimed.length, 2);
  });

  it('reports a refund long after the visit without the expired ticket link', async () => {
    const endedMonthsAgo = async (months: number) => {
      const { id, email } = await mail.book();
      await mail.database.mail.updateMany({
        where: { bookingId: id },
        data: { kind: 'refunded', amountCents: 1250 },
      });
      await mail.database.$executeRaw`
        UPDATE booking.booking SET starts_at = now() - make_interval(months => ${months}::integer, days => 1) - interval '1 hour',
          ends_at = now() - make_interval(months => ${months}::integer, days => 1) WHERE id = ${id}`;
      return email;
    };
    const [old, newer] = [await endedMonthsAgo(7), await endedMonthsAgo(5)];
    mail.start();
    await until(() => [old, newer].every((email) => mail.smtp.to(email).length > 0));
    const textTo = (email: string) => mail.smtp.to(email)[0]?.mail.text ?? '';
    assert.match(textTo(newer), /\/tickets\//);
    assert.match(textTo(old), /12,50/);
    assert.doesNotMatch(textTo(old), /\/tickets\//);
  });

  it('is due immediately, although the database stores whole milliseconds', async () => {
    await mail.book();
    for (let round = 0; round < 20; round++)
      await mail.database.$transaction(async (tx) => {
        // In one transaction, so that `now()` does not advance.
        await tx.$executeRaw`UPDATE booking.mail SET next_at = now()`;
        const claimed = await claimMail(tx as BookingDatabase, { limit: 1, leaseMs: 1000 });
        assert.equal(claimed.length, 1, `not due in round ${round}`);
      });
  });

  it('sends twenty messages concurrently', async () => {
    await Promise.all(Array.from({ length: 22 }, () => mail.book()));
    const { transport, taken, answer } = slowServer();
    mail.start({ connectionWaitMs: 60_000, sources: { transport } });
    await until(() => taken.length === 20);
    answer();
    await until(() => taken.length === 22);
    answer();
    await until(async () => (await mail.database.mail.count({ where: { status: 'sent' } })) === 22);
  });

  it('composes a mail again after a long wait for a connection, without counting an attempt', async () => {
    const booked = [await mail.book(), await mail.book()];
    const { transport, taken, answer } = slowServer();
    let made = 0;
    const calendarOf = () => {
      made += 1;
      return null;
    };
    mail.start({ maxConcurrent: 1, connectionWaitMs: 20, sources: { transport, calendarOf } });
    await until(() => made > 4);
    const waiting = booked.find(({ id }) => id !== taken[0]?.of.bookingId)?.id ?? 0;
    await mail.database.booking.updateMany({ where: { id: waiting }, data: { status: 'cancelled' } });
    await until(async () => (await mail.rows(waiting))[0]?.lastError === 'overtaken: cancelled');
    assert.equal((await mail.rows(waiting))[0]?.attempts, 1);
    answer();
    await until(async () => (await mail.database.mail.count({ where: { status: 'sent' } })) === 1);
    assert.equal(taken.length, 1);
  });

  it('leaves no file of a guest who is erased while the mail is composed', async () => {
    const transport = fileTransport(folder);
    const requested = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { email } = await mail.book();
    const mailer = mail.start({
      sources: {
        transport,
        contactOf: async () => {
          requested.resolve();
          await answered.promise;
          return contact;
        },
      },
    });
    await requested.promise;
    const deps = { database: mail.database, deleteMailFiles: transport.delete, log: silentLog };
    const erased = await eraseGuest(deps, { venueId: 1, email, actor: 'operator' });
    answered.resolve();
    await until(async () => (await mail.database.mail.count({ where: { status: 'queued' } })) === 0);
    await mailer.stop();
    assert.deepEqual([erased.bookings, await readdir(folder)], [1, []]);
  });

  describe('erasing a guest while a mail is under way', () => {
    const erase = (email: string, deleteMailFiles: MailTransport['delete']) =>
      eraseGuest(
        { database: mail.database, deleteMailFiles, log: silentLog },
        { venueId: 1, email, actor: 'operator' },
      );
    const noneQueued = () =>
      until(async () => (await mail.database.mail.count({ where: { status: 'queued' } })) === 0);

    it('lets the mailer delete a file that it wrote after the erasure', async () => {
      const files = fileTransport(folder);
      const { email } = await mail.book();
      const send: MailTransport['send'] = async (message) => {
        await erase(email, files.delete);
        await files.send(message);
      };
      const mailer = mail.start({ sources: { transport: { ...files, send } } });
      await noneQueued();
      await mailer.stop();
      assert.deepEqual(await readdir(folder), []);
    });

    it('lets the erasure delete a file that was written while it ran', async () => {
      const files = fileTransport(folder);
      const { id, email } = await mail.book();
      let mailer: Worker | undefined;
      await erase(email, async (bookings) => {
        await files.delete(bookings);
        if (mailer) return;
        mailer = mail.start({ sources: { transport: files } });
        await noneQueued();
        await mailer.stop();
        assert.equal((await mail.rows(id))[0]?.status, 'sent');
        assert.equal((await readdir(folder)).length, 1);
      });
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it('also deletes a file that a crash left unfinished', async () => {
    const name = '.20261121T095721123Z-1-77-0a1b2c3d-0000-4000-8000-000000000000.eml';
    await writeFile(join(folder, name), 'To: Ada Lovelace <ada@example.com>');
    await fileTransport(folder).delete([{ venueId: 1, bookingId: 77 }]);
    assert.deepEqual(await readdir(folder), []);
  });

  it('sends the mails of one booking in order, even if the first is slow', async () => {
    const { id, email } = await mail.book();
    mail.smtp.delayMs = 800;
    const mailer = mail.start();
    await until(async () => (await mail.rows(id))[0]?.attempts === 1);
    await sleep(300);
    mail.smtp.delayMs = 0;
    assert.ok(await changeStatus(mail.database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' }));
    mailer.wake();
    await until(() => mail.smtp.to(email).length === 2);
    assert.match(mail.smtp.to(email)[1]?.mail.subject ?? '', /geannuleerd/);
  });

  it('drops a confirmation that was delayed until after the booking', async () => {
    const { id } = await mail.book({
      startsAt: Date.now() - 3 * 3600_000,
      endsAt: Date.now() - 2 * 3600_000,
    });
    mail.start();
    await until(async () => (await mail.rows(id))[0]?.status !== 'queued');
    assert.equal((await mail.rows(id))[0]?.status, 'dropped');
  });

  it('makes a resent mail due at once, independently of this process’s clock', async () => {
    const { id } = await mail.book();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    await resendMail(mail.database, { venueId: 1, id }, 'operator');
    vi.useRealTimers();
    const waiting = await mail.database.$queryRaw<unknown[]>`
      SELECT FROM booking.mail WHERE booking_id = ${id} AND next_at > now()`;
    assert.equal(waiting.length, 0);
  });

  it('is not delayed by mail of a venue that can’t be read', async () => {
    await mail.database.venue.create({
      data: { id: 2, timezone: 'Europe/Amsterdam', live: true, redirectOrigins: [], revision: 1n },
    });
    await mail.database.facility.create({
      data: {
        id: 2,
        venueId: 2,
        name: 'Pass',
        minPeople: 1,
        maxPeoplePerBooking: 10,
        priceCents: 1250,
        active: true,
        revision: 2n,
      },
    });
    for (let index = 0; index < 40; index++) {
      const saved = await saveBooking(mail.database, newBooking({ venueId: 2, facilityId: 2 }));
      await mail.database.mail.create({
        data: { venueId: 2, id: crypto.randomUUID(), bookingId: saved?.id ?? 0, kind: 'confirmed' },
      });
    }
    mail.start({
      // Delays as in production: long compared with sending.
      speedup: 1,
      sources: {
        contactOf: async (venueId) => {
          if (venueId === 2) throw new Error('not known to the catalog');
          return contact;
        },
      },
    });
    await assertIsNext(40);
  });

  it('is not delayed by two dozen messages that the server never answers', async () => {
    const timeouts = await mail.shortTimeouts();
    mail.smtp.treat = (recipient) => (recipient.startsWith('stuck') ? 'hang' : undefined);
    for (let index = 0; index < 24; index++) await mail.book({ customerEmail: `stuck${index}@example.com` });
    // They are retried after some seconds, which is long compared with sending.
    mail.start({ speedup: 6, timeouts });
    await assertIsNext(24);
  });
});
