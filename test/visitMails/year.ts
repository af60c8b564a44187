import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { eraseGuest } from '../../services/booking/desk/eraseGuest.ts';
import {
  claimMail,
  readBookings,
  recordEnd,
  recordSent,
  releaseMail,
} from '../../services/booking/mail/queue/mailStore.ts';
import { queueVisitMails, visitMailId } from '../../services/booking/mail/queue/visitMails.ts';
import { prepareMail } from '../../services/booking/mail/send/prepareMail.ts';
import { isVisitMail } from '../../services/booking/mail/texts/mailKind.ts';
import { newBooking, silentLog } from '../../services/booking/testing/testBookings.ts';
import { changeStatus, saveBooking } from '../../services/booking/testing/testEffects.ts';
import { contact } from '../../services/booking/testing/testMail.ts';
import {
  afterNight,
  CLOCK_CHANGES,
  DAY,
  type Guest,
  HOUR,
  type Hours,
  isEligible,
  type Kind,
  MINUTE,
  REMINDER_HOURS,
  YEAR,
  ZONES,
} from './rules.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';

/** How long a queued follow-up may wait: an outage lasts until another guest's visit, at most three weeks. */
const MAX_WAIT_DAYS = 22;

/**
 * Simulates a year of bookings, changes, two workers and mailers, crashes and outages. Compares each mail
 * with the rules.
 * @param options.count bookings in the year
 * @returns mails that were wrong or missing, and the kinds of those that were sent
 */
export async function simulateYear(
  { database, setClock: setDatabaseClock }: SimulatedDatabase,
  { count, seed }: { count: number; seed: number },
): Promise<{ faults: string[]; sent: Kind[] }> {
  let state = seed;
  /** From 0 to 1, the same for the same seed. */
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const chance = (probability: number) => random() < probability;
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[between(0, items.length - 1)] ?? assert.fail();

  const hours = new Map<number, Hours>(
    ZONES.map((_, at) => [at + 1, { reminder: REMINDER_HOURS[at] ?? 0, followUp: 0, own: new Map() }]),
  );
  const before = new Map<number, Hours>();
  const guests: Guest[] = [];
  let now = YEAR;
  const hoursOf = ({ venueId }: Guest) => hours.get(venueId) ?? assert.fail();
  const setClock = async (time: number) => {
    now = Math.ceil(time / MINUTE) * MINUTE;
    mock.timers.setTime(now);
    await setDatabaseClock(now);
  };

  /** A start within three weeks, often near the change of clocks, the lead time or the end of a night. */
  const startAfter = (from: number, venueId: number) => {
    const change = CLOCK_CHANGES.find((at) => at > from && at < from + 21 * DAY);
    const { reminder } = hours.get(venueId) ?? assert.fail();
    const zone = ZONES[venueId - 1] ?? assert.fail();
    const morning = afterNight(zone, from);
    if (chance(0.2) && morning > from + HOUR) return morning + between(0, 90) * MINUTE;
    if (chance(0.2)) return from + (Math.max(1, reminder + between(-6, 6)) + pick([0, 0.25, 0.5])) * HOUR;
    const near = change !== undefined && chance(0.6) ? change : from + between(1, 21 * 24) * HOUR;
    const start = Math.max(from + HOUR, near + between(-30, 30) * HOUR + pick([0, 15, 30, 59]) * MINUTE);
    return chance(0.2) ? afterNight(zone, start) + between(0, 90) * MINUTE : start;
  };
  const book = async () => {
    const venueId = between(1, ZONES.length);
    const startsAt = startAfter(now, venueId);
    const status = chance(0.2) ? 'pending_payment' : 'confirmed';
    const booking = newBooking({
      ...{ venueId, facilityId: 10 * venueId + between(1, 2), timezone: ZONES[venueId - 1] ?? '', status },
      ...{ startsAt, endsAt: startsAt + between(1, 5) * HOUR, slotId: between(1, 1e6) },
      customerEmail: chance(0.05) ? '' : `guest${guests.length}@example.com`,
    });
    const { id } = (await saveBooking(database, booking)) ?? assert.fail();
    await database.$executeRaw`UPDATE booking.booking SET created_at = ${new Date(now)} WHERE id = ${id}`;
    const { facilityId, endsAt, customerEmail: email } = booking;
    const guest = {
      id,
      venueId,
      facilityId,
      email,
      startsAt,
      endsAt,
      agreedAt: now,
      status,
      sent: new Set<string>(),
    };
    guests.push({ ...guest, status, erased: email === '' });
  };
  const status = async (guest: Guest, to: BookingStatus) => {
    const of = { venueId: guest.venueId, id: guest.id };
    const undoes = guest.status as 'checked_in';
    const change = to === 'confirmed' ? ({ to, undoes } as const) : ({ to } as const);
    if (await changeStatus(database, of, { ...change, actor: 'desk' })) guest.status = to;
  };
  const move = async (guest: Guest) => {
    const length = guest.endsAt - guest.startsAt;
    const isFacility = chance(0.3);
    if (isFacility) guest.facilityId = 10 * guest.venueId + (guest.facilityId % 10 === 1 ? 2 : 1);
    else guest.startsAt = startAfter(now, guest.venueId);
    guest.endsAt = guest.startsAt + length;
    guest.agreedAt = now;
    await database.$executeRaw`
      UPDATE booking.booking SET starts_at = ${new Date(guest.startsAt)}, ends_at = ${new Date(guest.endsAt)},
        facility_id = ${guest.facilityId}, revision = revision + 1 WHERE id = ${guest.id}`;
  };
  const pay = async (guest: Guest) => {
    await database.$executeRaw`UPDATE booking.booking SET status = 'confirmed', payment_status = 'paid' WHERE id = ${guest.id}`;
    Object.assign(guest, { status: 'confirmed', agreedAt: now });
  };
  const erase = async (guest: Guest) => {
    const [{ venueId, email }, actor] = [guest, 'desk'];
    await eraseGuest(
      { database, deleteMailFiles: async () => {}, log: silentLog },
      { venueId, email, actor },
    );
    guest.erased = true;
  };
  const setHours = async () => {
    const venueId = between(1, ZONES.length);
    const old = hours.get(venueId) ?? assert.fail();
    const [reminder, followUp] = [pick([0, 1, 2, 12, 24, 48, 168]), pick([0, 0, 2, 24, 72])];
    const own = new Map(old.own);
    const facilityId = 10 * venueId + between(1, 2);
    const ownHours = pick([-1, 0, 3, 24, 100]);
    if (ownHours === -1) own.delete(facilityId);
    else own.set(facilityId, ownHours);
    before.set(venueId, old);
    hours.set(venueId, { reminder, followUp, own });
    await database.$executeRaw`UPDATE booking.venue SET reminder_hours = ${reminder}, follow_up_hours = ${followUp} WHERE id = ${venueId}`;
    await database.$executeRaw`UPDATE booking.facility SET reminder_hours = nullif(${ownHours}::integer, -1) WHERE id = ${facilityId}`;
  };
  const change = async () => {
    // Those whose visit is near.
    const isReminded = ({ sent, startsAt }: Guest) => sent.size > 0 && now < startsAt;
    const guest = (chance(0.3) ? guests.findLast(isReminded) : undefined) ?? pick(guests.slice(-12));
    const { status: at } = guest;
    if (at === 'pending_payment') return chance(0.6) ? pay(guest) : status(guest, 'cancelled');
    if (at === 'confirmed' && chance(0.4) && now < guest.startsAt) return move(guest);
    if (at === 'confirmed')
      return status(guest, pick(['cancelled', 'checked_in', 'checked_in', 'no_show'] as const));
    if (at === 'no_show') return status(guest, pick(['checked_in', 'confirmed'] as const));
    if (at === 'checked_in' && chance(0.5)) return status(guest, 'confirmed');
    if (!guest.erased && chance(0.2)) return erase(guest);
  };

  /** Message ids with the number of times that they were sent. */
  const sent = new Map<string, number>();
  const faults: string[] = [];
  const checkSent = (kind: Kind, bookingId: number, mailId: string) => {
    const guest = guests.find(({ id }) => id === bookingId) ?? assert.fail();
    const key = `${kind} ${guest.startsAt}`;
    const rules = [hoursOf(guest), before.get(guest.venueId) ?? hoursOf(guest)];
    const what = `${kind} of booking ${bookingId} at ${new Date(now).toISOString()}`;
    if (!rules.some((rule) => isEligible(guest, kind, rule, now, MAX_WAIT_DAYS)))
      faults.push(`not due: ${what}`);
    if (guest.sent.has(key) && !sent.has(mailId)) faults.push(`twice: ${what}`);
    guest.sent.add(key);
    sent.set(mailId, (sent.get(mailId) ?? 0) + 1);
  };
  const sources = {
    contactOf: async () => contact,
    ticketUrl: async () => 'https://book.example/tickets/1',
    mailedTicketUrl: async () => 'https://book.example/tickets/1',
    checkoutUrl: async () => null,
    calendarOf: () => null,
    allowMail: async () => true,
    allowRecipient: async () => true,
    bookingOf: async (mail: { venueId: number; bookingId: number }) =>
      (await readBookings(database, [mail]))[0] ?? null,
    from: 'no-reply@book.example',
  };
  /** Sends what is due, as the mailer does. @param crash where it dies, if at all */
  const runMailer = async (crash: 'before' | 'after' | null) => {
    for (const mail of await claimMail(database, { limit: 100, leaseMs: 1000 })) {
      const message = await prepareMail(sources, mail);
      if (crash === 'before') continue;
      if ('dropReason' in message) {
        await recordEnd(database, mail, { status: 'dropped', note: message.dropReason });
      } else if ('delayReason' in message) {
        await releaseMail(database, [{ ...mail, dueAt: message.until ?? assert.fail() }]);
      } else {
        if (isVisitMail(mail.kind)) checkSent(mail.kind, mail.bookingId, mail.id);
        if (crash !== 'after') await recordSent(database, [mail]);
      }
    }
  };
  const work = async (crash: 'before' | 'after' | null) => {
    const deps = { database, wakeWorkers: () => {} };
    const queue = async () => {
      for (let more = true; more; ) more = await queueVisitMails(deps, now);
    };
    await Promise.all([queue(), queue()]);
    // A mail that follows another of its booking needs a claim of its own.
    for (let round = 0; round < 4; round++) await Promise.all([runMailer(crash), runMailer(crash)]);
  };
  const nextDue = async () => {
    const [row] = await database.$queryRaw<{ due: Date | null }[]>`
      SELECT least((SELECT min(visit_mail_at) FROM booking.booking), (SELECT min(next_at) FROM booking.mail WHERE status = 'queued')) AS due`;
    return row?.due?.getTime() ?? Number.POSITIVE_INFINITY;
  };
  /** Every mail that the rules want now was sent, unless it was dropped before. */
  const assertComplete = async () => {
    for (const guest of guests)
      for (const kind of ['reminder', 'follow_up'] as const) {
        const isMissing =
          isEligible(guest, kind, hoursOf(guest), now) && !guest.sent.has(`${kind} ${guest.startsAt}`);
        if (!isMissing) continue;
        const id = visitMailId({ ...guest, startsAt: new Date(guest.startsAt) }, kind);
        const mail = await database.mail.findFirst({ where: { id } });
        if (mail?.status === 'dropped') continue;
        faults.push(`missing: ${kind} of booking ${guest.id} at ${new Date(now).toISOString()}`);
      }
  };

  /** After a crash: an outage until the night or the visit of a guest whose mail waits, or another time. */
  const interrupt = async () => {
    const waiting = await database.mail.findMany({
      where: { status: 'queued', kind: { in: ['reminder', 'follow_up'] } },
    });
    const guest = guests.find(({ id }) => waiting.some(({ bookingId }) => Number(bookingId) === id));
    if (guest?.status !== 'confirmed') return;
    if (chance(0.4) && now < guest.startsAt) await move(guest);
    else if (chance(0.2)) await status(guest, 'cancelled');
    else if (now >= guest.endsAt && chance(0.5)) await status(guest, 'no_show');
    else if (chance(0.25)) await erase(guest);
    const untilVisit = guest.startsAt + 5 * MINUTE;
    await setClock(chance(0.3) && untilVisit > now ? untilVisit : now + between(1, 14 * 60) * MINUTE);
  };

  await setClock(YEAR);
  const step = (360 * DAY) / count;
  for (let made = 0, nextChange = YEAR; now < YEAR + 400 * DAY; ) {
    const due = await nextDue();
    const isOver = made === count;
    if (isOver && due === Number.POSITIVE_INFINITY) break;
    // Mostly on time, sometimes after an outage.
    const time = chance(0.15) ? due + between(1, 14 * 60) * MINUTE : due;
    await setClock(Math.max(now + MINUTE, isOver ? time : Math.min(time, nextChange)));
    if (now >= nextChange && !isOver) {
      await book();
      made += 1;
      // Several bookings and changes a day, and then none for days.
      nextChange = now + (chance(0.5) ? between(1, 600) * MINUTE : step * 1.8 * random());
    }
    if (chance(0.35)) await change();
    if (chance(0.03)) await setHours();
    const crash = chance(0.3) ? pick(['before', 'after'] as const) : null;
    await work(crash);
    if (crash) await interrupt();
    else await assertComplete();
  }
  return {
    faults,
    sent: guests.flatMap((guest) => [...guest.sent].map((key) => key.split(' ')[0] as Kind)),
  };
}
