import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { RETENTION_RULES } from '../../retention.ts';
import { openTestMail, type TestMail } from '../../testing/testMail.ts';
import { mailboxRateLimit } from './mailboxRateLimit.ts';
import { resendMail } from './resendMail.ts';

const PER_DAY = 4;
const hashKey = new Uint8Array(32).fill(5);

describe('mail to one recipient', () => {
  let mail: TestMail;
  beforeAll(async () => {
    mail = await openTestMail();
  });
  afterEach(() => mail.stopMailers());
  afterAll(() => mail.close());

  const rateLimit = () => mailboxRateLimit({ database: mail.database, hashKey, perDay: PER_DAY });
  const start = () => mail.start({ sources: { allowMail: rateLimit() } });
  const settled = (ids: number[]) =>
    until(async () => {
      const where = { bookingId: { in: ids.map(BigInt) }, status: 'queued' };
      return (await mail.database.mail.count({ where })) === 0;
    });
  const bookAll = (addresses: string[]) =>
    Promise.all(addresses.map(async (customerEmail) => (await mail.book({ customerEmail })).id));
  const statusOf = async (id: number) =>
    (await mail.rows(id)).map(({ status, lastError }) => [status, lastError]);

  it('is limited per day, across spellings of the address and several mailers', async () => {
    const victim = `v.${randomUUID()}@gmail.com`;
    const addresses = [victim, victim.toUpperCase(), victim.replace('v.', 'v'), victim.replace('@', '+a@')];
    const ids = await bookAll([...addresses, ...addresses, ...addresses]);
    const other = await mail.book();
    start();
    start();
    await settled([...ids, other.id]);
    const sent = mail.smtp.messages.filter(({ to }) => !to.includes(other.email));
    assert.equal(sent.length, PER_DAY);
    assert.equal(mail.smtp.to(other.email).length, 1, 'other recipients get theirs');
  });

  it('is dropped beyond the limit, visibly for the venue, which may resend it within limits', async () => {
    const [victim, resent] = [`${randomUUID()}@example.com`, [] as number[]];
    const ids = await bookAll(Array.from({ length: PER_DAY + 1 }, () => victim));
    start();
    await settled(ids);
    const dropped = (await mail.database.mail.findMany({ where: { status: 'dropped' } })).map(
      ({ bookingId }) => Number(bookingId),
    );
    const [id = 0] = dropped.filter((it) => ids.includes(it));
    const note = 'too many mails to this address today';
    assert.deepEqual(await statusOf(id), [['dropped', note]]);
    const history = await mail.database.history.findMany({
      where: { bookingId: id },
      orderBy: { seq: 'asc' },
    });
    assert.deepEqual(history.at(-1), { ...history.at(-1), actor: 'system', action: 'mail_dropped', note });
    for (let again = 0; again <= PER_DAY; again++) {
      await resendMail(mail.database, { venueId: 1, id }, 'operator');
      await settled([id]);
      resent.push(mail.smtp.to(victim).length);
    }
    assert.deepEqual(resent, [5, 6, 7, 8, 8], 'the same number again, and no more');
  });

  it('is sent for paid bookings and for actions of the venue even if free bookings have used up the limit', async () => {
    const customerEmail = `${randomUUID()}@example.com`;
    const allowMail = rateLimit();
    const ask = async (kind: 'confirmed' | 'changed' | 'refunded', paymentStatus: string | null) =>
      allowMail(
        { venueId: 1, id: randomUUID(), kind, resent: false, byGuest: false, counted: false },
        { customerEmail, paymentStatus },
      );
    for (let turn = 0; turn < PER_DAY; turn++) assert.equal(await ask('confirmed', null), true);
    assert.equal(await ask('confirmed', null), false);
    assert.equal(await ask('confirmed', 'open'), false);
    assert.equal(await ask('confirmed', 'canceled'), false);
    assert.equal(await ask('confirmed', 'paid'), true);
    assert.equal(await ask('refunded', 'refunded'), true);
    assert.equal(await ask('changed', null), true);
    assert.equal(await ask('changed', null), true);
    assert.equal(await ask('changed', null), false);
  });

  it('limits mails about changes by the guest in the same way', async () => {
    const customerEmail = `${randomUUID()}@example.com`;
    const { id } = await mail.book({ customerEmail });
    for (let change = 0; change < 2 * PER_DAY; change++)
      await mail.announce('events.booking.booking_changed', id, 'confirmed', { byGuest: true });
    start();
    await settled([id]);
    assert.equal(mail.smtp.to(customerEmail).length, PER_DAY);
    await mail.announce('events.booking.booking_changed', id, 'confirmed');
    await settled([id]);
    assert.equal(mail.smtp.to(customerEmail).length, PER_DAY + 1, 'the venue’s mail is still sent');
  });

  it('is counted correctly for several kinds and recipients in one batch', async () => {
    const [victim, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const asMany = (kind: 'confirmed' | 'changed', customerEmail: string, count: number) =>
      Array.from({ length: count }, () => ({ kind, customerEmail }));
    const asked = [
      ...asMany('changed', victim, 3),
      ...asMany('confirmed', victim, PER_DAY + 2),
      ...asMany('confirmed', other, 1),
      ...asMany('changed', victim, PER_DAY),
    ];
    const byTwo = [rateLimit(), rateLimit()];
    const answers = await Promise.all(
      asked.map(({ kind, customerEmail }, at) =>
        byTwo[at % 2]?.(
          { venueId: 1, id: randomUUID(), kind, resent: false, byGuest: false, counted: false },
          { customerEmail, paymentStatus: null },
        ),
      ),
    );
    const granted = asked.filter((_, at) => answers[at]);
    const toVictim = granted.filter(({ customerEmail }) => customerEmail === victim);
    assert.equal(toVictim.length, 2 * PER_DAY);
    assert.ok(toVictim.filter(({ kind }) => kind === 'confirmed').length <= PER_DAY);
    assert.equal(granted.length - toVictim.length, 1, 'the other recipient gets theirs');
  });

  it('counts once, however often it is attempted', async () => {
    const email = `${randomUUID()}@example.com`;
    const id = (await mail.book({ customerEmail: email })).id;
    let refusals = 2 * PER_DAY;
    mail.smtp.treat = (to) => (to === email && refusals-- > 0 ? 451 : undefined);
    start();
    await settled([id]);
    assert.equal((await mail.rows(id))[0]?.attempts, 2 * PER_DAY + 1);
    const counted = await mail.database.$queryRaw<{ mails: number }[]>`
      SELECT mails FROM booking.mail_recipient ORDER BY since DESC LIMIT 1`;
    assert.deepEqual(counted, [{ mails: 1 }]);
  });

  it('resets its count after a day and deletes it', async () => {
    const { database } = mail;
    const row = { customerEmail: `${randomUUID()}@example.com`, paymentStatus: null };
    const allowMail = rateLimit();
    const ask = () =>
      allowMail(
        { venueId: 1, id: randomUUID(), kind: 'confirmed', resent: false, byGuest: false, counted: false },
        row,
      );
    for (let turn = 0; turn < PER_DAY; turn++) assert.equal(await ask(), true);
    assert.equal(await ask(), false);
    await database.$executeRaw`UPDATE booking.mail_recipient SET since = since - interval '25 hours'`;
    for (let turn = 0; turn < PER_DAY; turn++) assert.equal(await ask(), true);
    assert.equal(await ask(), false);
    await deleteExpiredRows(database, RETENTION_RULES);
    const left = await database.$queryRaw<unknown[]>`SELECT mailbox_hash FROM booking.mail_recipient`;
    assert.equal(left.length, 1, 'only the one whose day has begun');
    assert.doesNotMatch(JSON.stringify(left), /example/);
  });
});
