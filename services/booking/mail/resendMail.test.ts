import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { until } from '@venue-booking/kit/testing/testMessaging';
import type { BookingStatus } from '@venue-booking/proto/bookingStatus';
import { openTestMail, type TestMail } from '../testing/testMail.ts';
import { resendMail } from './resendMail.ts';

describe('sending the mail of a booking again', () => {
  let mail: TestMail;
  before(async () => {
    mail = await openTestMail();
    mail.start();
  });
  after(async () => {
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
  const refusal = async (work: Promise<unknown>) => {
    const failure = failureOf(
      await work.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    return failure && { code: failure.code, ...failure.params };
  };

  it('sends what fits how the booking stands now, as a mail of its own', async () => {
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

  it('is refused when there is nothing to say or nobody to say it to', async () => {
    const expired = await inStatus('expired');
    assert.deepEqual(await refusal(resend(expired.id)), { code: 'booking_expired' });
    const desk = await mail.book({ customerEmail: '' });
    assert.deepEqual(await refusal(resend(desk.id)), {
      code: 'validation',
      detail: 'the booking has no e-mail address',
    });
    assert.deepEqual(await refusal(resend(999_999)), { code: 'booking_not_found' });
    assert.deepEqual(await refusal(resendMail(mail.database, { venueId: 2, id: desk.id }, 'operator')), {
      code: 'booking_not_found',
    });
  });
});
