import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { until } from '@venue-booking/kit/testing/testMessaging';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { MAX_HISTORY } from '@venue-booking/proto/booking/history';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { replaceNote } from '../../changes/replaceNote.ts';
import { changeStatus, undoAttendance } from '../../testing/testEffects.ts';
import { openTestMail, type TestMail } from '../../testing/testMail.ts';
import { resendMail } from './resendMail.ts';

describe('resending the mail of a booking', () => {
  let mail: TestMail;
  beforeAll(async () => {
    mail = await openTestMail();
    mail.start();
  });
  afterAll(async () => {
    await mail.stopMailers();
    await mail.close();
  });

  const resend = (id: number) => resendMail(mail.database, { venueId: 1, id }, 'operator');
  const inStatus = async (status: BookingStatus) => {
    const { id, email } = await mail.book();
    await until(() => mail.smtp.to(email).length === 1);
    await mail.database.booking.update({ where: { id: BigInt(id) }, data: { status } });
    return { id, email };
  };
  const failureIn = async (work: Promise<unknown>) => {
    const failure = failureOf(
      await work.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    return failure && { code: failure.code, ...failure.params };
  };

  it('sends the mail for the current state of the booking as a new message', async () => {
    for (const [status, subject] of [
      ['confirmed', /^Boeking bevestigd/],
      ['checked_in', /^Boeking bevestigd/],
      ['cancelled', /^Boeking geannuleerd/],
    ] as const) {
      const { id, email } = await inStatus(status);
      await resend(id);
      await until(() => mail.smtp.to(email).length === 2);
      const [first, second] = mail.smtp.to(email);
      assert.match(second?.mail.subject ?? '', subject);
      assert.notEqual(first?.mail.messageId, second?.mail.messageId);
    }
  });

  it('asks for payment once if the venue resends the reminder early', async () => {
    const { id } = await mail.book({ status: 'pending_payment' });
    await resend(id);
    const [waiting, again] = await mail.rows(id);
    assert.deepEqual([waiting?.status, waiting?.lastError], ['dropped', 'sent again']);
    assert.deepEqual([again?.kind, again?.resent], ['payment_due', true]);
  });

  it('is rejected if there is no mail for the status or no address', async () => {
    const expired = await inStatus('expired');
    assert.deepEqual(await failureIn(resend(expired.id)), { code: 'booking_expired' });
    const desk = await mail.book({ customerEmail: '' });
    assert.deepEqual(await failureIn(resend(desk.id)), {
      code: 'validation',
      detail: 'the booking has no e-mail address',
    });
    assert.deepEqual(await failureIn(resend(999_999)), { code: 'booking_not_found' });
    assert.deepEqual(await failureIn(resendMail(mail.database, { venueId: 2, id: desk.id }, 'operator')), {
      code: 'booking_not_found',
    });
  });

  /** A booking with room for one more line in its history. */
  const withOneLineLeft = async () => {
    const { id } = await mail.book();
    await mail.database.$executeRaw`
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT 1, ${id}, 'operator', 'noted' FROM generate_series(1, ${MAX_HISTORY - 1} -
        (SELECT count(*)::integer FROM booking.history WHERE (venue_id, booking_id) = (1, ${id})))`;
    return id;
  };
  const lines = (id: number) => mail.database.history.count({ where: { venueId: 1, bookingId: id } });
  /** Runs several calls concurrently, all of which wait for the booking's locked row. */
  const concurrently = (id: number, act: () => Promise<unknown>) =>
    mail.database.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM booking.booking WHERE venue_id = 1 AND id = ${id} FOR UPDATE`;
      const all = [act(), act(), act()].map((each) => failureIn(each));
      const waiting = () => mail.database.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until(async () => (await waiting()).length >= all.length);
      return all;
    });

  it('is rejected once the history is full, even with concurrent calls', async () => {
    const id = await withOneLineLeft();
    const refused = await Promise.all(await concurrently(id, () => resend(id)));
    const full = { code: 'history_full', limit: MAX_HISTORY };
    assert.deepEqual(refused.filter(Boolean), [full, full]);
    assert.equal(await lines(id), MAX_HISTORY);
    const again = (note: string) =>
      failureIn(replaceNote(mail.database, { venueId: 1, id }, { note, actor: 'operator' }));
    assert.deepEqual(await again('Late'), full);
    assert.equal(await again(''), null, 'nothing is changed');
    const deps = { database: mail.database, wakeWorkers: () => {} };
    await changeStatus(mail.database, { venueId: 1, id }, { to: 'checked_in', actor: 'operator' });
    const undone = undoAttendance(deps, { venueId: 1, id }, { undoes: 'checked_in', actor: 'operator' });
    assert.deepEqual(await failureIn(undone), full, 'a check-in is always recorded, undoing it is not');
    assert.equal(await lines(id), MAX_HISTORY + 1);
  });

  it('would exceed the history limit if each statement counted in its own snapshot', async () => {
    const id = await withOneLineLeft();
    await Promise.all(
      await concurrently(
        id,
        () => mail.database.$executeRaw`
          WITH before AS (SELECT FROM booking.booking WHERE (venue_id, id) = (1, ${id}) FOR UPDATE)
          INSERT INTO booking.history (venue_id, booking_id, actor, action)
          SELECT 1, ${id}, 'naive', 'mail_resent' FROM before
          WHERE (SELECT count(*) FROM booking.history WHERE (venue_id, booking_id) = (1, ${id})) < ${MAX_HISTORY}`,
      ),
    );
    assert.ok((await lines(id)) > MAX_HISTORY);
  });
});
