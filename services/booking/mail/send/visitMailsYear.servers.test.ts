import assert from 'node:assert/strict';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { afterAll, afterEach, beforeAll, describe, it, vi } from 'vitest';
import type { BookingDatabase } from '../../database.ts';
import { eraseGuest } from '../../desk/eraseGuest.ts';
import { newBooking, openTestBookings, silentLog, type TestBookings } from '../../testing/testBookings.ts';
import { changeStatus, saveBooking } from '../../testing/testEffects.ts';
import { contact } from '../../testing/testMail.ts';
import { claimMail, readBookings, recordEnd, recordSent, releaseMail } from '../queue/mailStore.ts';
import { queueVisitMails, visitMailId } from '../queue/visitMails.ts';
import { isVisitMail } from '../texts/mailKind.ts';
import { prepareMail } from './prepareMail.ts';

/** Bookings of the simulated year, and its seed; raise them for a long run. */
const BOOKINGS = Number(process.env.VISIT_MAIL_BOOKINGS ?? 40);
const SEED = Number(process.env.VISIT_MAIL_SEED ?? 1);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = Date.UTC(2027, 0, 1);
const ZONES = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe'] as const;
/** Instants of the year at which clocks of these zones change. */
const CLOCK_CHANGES = [
  ...['2027-03-28T01:00Z', '2027-10-31T01:00Z', '2027-03-14T07:00Z', '2027-11-07T06:00Z'],
  ...['2027-04-03T15:00Z', '2027-10-02T15:30Z'],
].map((text) => Date.parse(text));

type Kind = 'reminder' | 'follow_up';
/** What the test knows of a booking. `sent`: kinds with the start that they were for. */
type Guest = {
  id: number;
  venueId: number;
  facilityId: number;
  email: string;
  startsAt: number;
  endsAt: number;
  agreedAt: number;
  status: BookingStatus;
  erased: boolean;
  sent: Set<string>;
};
type Hours = { reminder: number; followUp: number; own: Map<number, number> };

/** The rules once more, written another way: minutes are tried one after the other. */
const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  ]),
);
const clock = (zone: (typeof ZONES)[number], at: number) => formats.get(zone)?.format(at) ?? '';
const isNight = (zone: (typeof ZONES)[number], at: number) =>
  clock(zone, at) >= '21:00' || clock(zone, at) < '08:00';

function plannedReminder(zone: (typeof ZONES)[number], startsAt: number, asked: number): number {
  let time = asked;
  while (isNight(zone, time)) time += MINUTE;
  if (time === asked || time <= startsAt - HOUR) return time;
  time = asked;
  while (clock(zone, time) !== '20:00') time -= MINUTE;
  return time;
}

/** @param late days that a follow-up may wait for a mailer */
function isEligible(
  guest: Guest,
  kind: Kind,
  { reminder, followUp, own }: Hours,
  now: number,
  late = 0,
): boolean {
  const { startsAt, endsAt, agreedAt, status, erased, venueId, facilityId } = guest;
  const zone = ZONES[venueId - 1] ?? assert.fail();
  if (erased || isNight(zone, now)) return false;
  if (kind === 'reminder') {
    const asked = startsAt - (own.get(facilityId) ?? reminder) * HOUR;
    const planned = plannedReminder(zone, startsAt, asked);
    const hours = own.get(facilityId) ?? reminder;
    const isEarly = agreedAt <= asked && agreedAt < planned;
    return hours > 0 && status === 'confirmed' && isEarly && now >= planned && now < startsAt;
  }
  let planned = endsAt + followUp * HOUR;
  while (isNight(zone, planned)) planned += MINUTE;
  const came = status === 'confirmed' || status === 'checked_in';
  return followUp > 0 && came && now >= planned && now <= planned + (1 + late) * DAY;
}

describe('a simulated year of mails about visits', () => {
  let bookings: TestBookings;
  let database: BookingDatabase;
  let state = SEED;
  /** From 0 to 1, the same for the same seed. */
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const chance = (probability: number) => random() < probability;
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[between(0, items.length - 1)] ?? assert.fail();

  beforeAll(async () => {
    bookings = await openTestBookings();
    const raw = bookings.database.$executeRawUnsafe.bind(bookings.database);
    // Statements without a schema in front of `now()` get the clock of the simulation.
    await raw('CREATE SCHEMA sim');
    await raw('CREATE TABLE sim.clock AS SELECT pg_catalog.now() AS time');
    await raw(
      "CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT time FROM sim.clock'",
    );
    await raw(
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = sim, pg_catalog', current_database()); END $$",
    );
    database = bookings.anotherReplica();
    for (const [at, timezone] of ZONES.entries()) {
      const venue = {
        timezone,
        live: true,
        redirectOrigins: [],
        retainDays: 365,
        reminderHours: 24,
        revision: 1n,
      };
      await database.venue.upsert({ where: { id: at + 1 }, create: { id: at + 1, ...venue }, update: venue });
      for (const number of [1, 2]) {
        const facility = { name: 'Hall', minPeople: 1, maxPeoplePerBooking: 9, priceCents: 0, active: true };
        const id = 10 * (at + 1) + number;
        await database.facility.create({ data: { id, venueId: at + 1, revision: 1n, ...facility } });
      }
    }
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => bookings.close());

  it('sends each guest what the rules say, with two workers and mailers, crashes and outages', async () => {
    const hours = new Map<number, Hours>(
      ZONES.map((_, at) => [at + 1, { reminder: 24, followUp: 0, own: new Map() }]),
    );
    const before = new Map<number, Hours>();
    const guests: Guest[] = [];
    let now = YEAR;
    const hoursOf = ({ venueId }: Guest) => hours.get(venueId) ?? assert.fail();
    const setClock = async (time: number) => {
      now = Math.ceil(time / MINUTE) * MINUTE;
      vi.useFakeTimers({ toFake: ['Date'], now });
      await database.$executeRaw`UPDATE sim.clock SET time = ${new Date(now)}`;
    };

    /** A start within three weeks, often near the change of clocks or the end of a night. */
    const startAfter = (from: number) => {
      const change = CLOCK_CHANGES.find((at) => at > from && at < from + 21 * DAY);
      const near = change !== undefined && chance(0.6) ? change : from + between(1, 21 * 24) * HOUR;
      return Math.max(from + HOUR, near + between(-30, 30) * HOUR + pick([0, 15, 30, 59]) * MINUTE);
    };
    const book = async () => {
      const venueId = between(1, ZONES.length);
      const startsAt = startAfter(now);
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
      else guest.startsAt = startAfter(now);
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
      const guest = pick(guests.slice(-12));
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
      if (!rules.some((rule) => isEligible(guest, kind, rule, now, 3))) faults.push(`not due: ${what}`);
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
      const untilVisit = guest.startsAt + 5 * MINUTE;
      await setClock(chance(0.3) && untilVisit > now ? untilVisit : now + between(1, 14 * 60) * MINUTE);
    };

    await setClock(YEAR);
    const step = (360 * DAY) / BOOKINGS;
    for (let made = 0, nextChange = YEAR; now < YEAR + 400 * DAY; ) {
      const due = await nextDue();
      const isOver = made === BOOKINGS;
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
    assert.deepEqual(faults.slice(0, 10), []);
    const kinds = guests.flatMap((guest) => [...guest.sent].map((key) => key.split(' ')[0]));
    // The simulation is of use only if it sends both.
    assert.ok(kinds.filter((kind) => kind === 'reminder').length > BOOKINGS / 8, `${kinds}`);
    assert.ok(kinds.includes('follow_up'));
  });
});
