import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { DAY, faultsIn, openTestWaiting, type TestWaiting } from '../../../test/waiting/testWaiting.ts';
import { eraseGuest } from '../desk/eraseGuest.ts';
import { SendFailure } from '../mail/transport/mailTransport.ts';
import { sweepReservations } from '../sweep.ts';
import { silentLog } from '../testing/testBookings.ts';
import { contact } from '../testing/testMail.ts';
import { offerByHand } from './deskList.ts';
import { endOffer } from './endOffer.ts';
import { startWaitingMailer } from './waitingMailer.ts';
import { type Entry, touchLists } from './waitingStore.ts';

describe('waiting list', () => {
  let world: TestWaiting;
  let first: ReturnType<TestWaiting['replica']>;
  let second: ReturnType<TestWaiting['replica']>;
  let slotId: number;
  beforeAll(async () => {
    world = await openTestWaiting({ capacity: 4 });
    first = world.replica(world.bookings.database);
    second = world.replica(world.otherReplica);
    slotId = world.places.slotAt(0);
  });
  afterEach(() => world.reset());
  afterAll(() => world.close());

  /** Two bookings of two people each, which fill the slot. */
  const fill = async () =>
    [Number(await first.book(slotId, 2)), Number(await first.book(slotId, 2))] as const;
  const only = async (): Promise<Entry> => {
    const [entry, ...more] = (await world.entries()).filter(({ status }) => status === 'offered');
    assert.ok(entry && more.length === 0, 'one offer is open');
    return entry;
  };
  const states = async () => (await world.entries()).map(({ status, skipped }) => skipped ?? status);
  const sound = async () => assert.deepEqual(await faultsIn(world), []);

  it('offers a freed place to the first of 64 guests, over two replicas and against public guests', async () => {
    const [booking] = await fill();
    for (let guest = 0; guest < 64; guest++) await world.wait({ slotId: guest % 2 ? slotId : 0, people: 2 });
    const cancelled = first.cancel(booking);
    const [, , , ...bookings] = await Promise.all([
      cancelled,
      cancelled.then(() => first.run()),
      cancelled.then(() => second.run()),
      ...Array.from({ length: 8 }, () => second.book(slotId, 2)),
    ]);
    await first.run();
    assert.deepEqual(new Set(bookings), new Set(['slot_full']));
    const all = await world.entries();
    assert.deepEqual(
      all.map(({ status }) => status),
      ['offered', ...Array.from({ length: 63 }, () => 'waiting')],
    );
    await sound();
    for (let turn = 1; turn < 4; turn++) {
      await world.endOffers();
      await Promise.all([first.run(), second.run()]);
      assert.equal((await only()).id, all[turn]?.id, 'the next one in order of arrival');
    }
    await sound();
  });

  it('skips parties that do not fit and states why', async () => {
    const [booking] = await fill();
    await world.wait({ people: 3 });
    await world.wait({ people: 2, email: 'same@example.com' });
    await world.wait({ people: 1, email: 's.ame@example.com' });
    await first.cancel(booking);
    await first.run();
    assert.deepEqual(await states(), ['places_short', 'offered', 'waiting']);
    await sound();
  });

  it('keeps one open offer for a guest with several entries and mailboxes of one spelling', async () => {
    const [one, other] = await fill();
    await world.wait({ people: 2, email: 'same@example.com' });
    await world.wait({ people: 2, email: 'Same+more@example.com' });
    await world.wait({ people: 2 });
    await Promise.all([first.cancel(one), second.cancel(other)]);
    await Promise.all([first.run(), second.run()]);
    await first.run();
    assert.deepEqual(await states(), ['offered', 'offer_open', 'offered']);
    await sound();
  });

  it('books an accepted offer once, however often it is accepted at the same time', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2 });
    await first.cancel(booking);
    await first.run();
    const entry = await only();
    const tickets = await Promise.all([first.accept(entry), second.accept(entry), first.accept(entry)]);
    assert.equal(new Set(tickets).size, 1);
    assert.match(tickets[0] ?? '', /\/tickets\//);
    assert.equal(await second.accept(entry), tickets[0], 'also later');
    assert.deepEqual(await states(), ['booked']);
    await sound();
  });

  it('rejects late answers, answers to another offer, and links from the response', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2 });
    await world.wait({ people: 2 });
    await first.cancel(booking);
    await first.run();
    const entry = await only();
    assert.equal(await first.accept(entry, { offer: randomUUID() }), 'offer_over');
    const leaving = await first.tokenOf(entry, 'waiting');
    assert.equal(await first.accept(entry, { token: leaving }), 'waiting_not_found', 'the link to leave');
    assert.equal(await first.accept(entry, { token: 'AAAA' }), 'waiting_not_found');
    await world.endOffers();
    assert.equal(await first.accept(entry), 'offer_over', 'before the worker has ended it');
    await first.run();
    assert.equal(await first.accept(entry), 'offer_over');
    assert.deepEqual(await states(), ['expired', 'offered']);
    await sound();
  });

  it('decides an acceptance at the end of the offer one way', async () => {
    for (let round = 0; round < 5; round++) {
      const id = Number(await first.book(slotId, 4));
      await world.wait({ people: 4 });
      await first.cancel(id);
      await first.run();
      const entry = await only();
      // Still open for the one who accepts, over for the worker of the other replica.
      const accepted = first.accept(entry);
      await world.endOffers();
      const [ticket] = await Promise.all([accepted, second.run()]);
      await second.run();
      const [last] = (await world.entries()).slice(-1);
      assert.equal(last?.status, ticket.includes('/tickets/') ? 'booked' : 'expired');
      await sound();
      const [made] = await world.bookings.database.$queryRaw<{ id: bigint }[]>`
        SELECT id FROM booking.booking WHERE uid = ${entry.offerUid}::uuid`;
      if (made) await first.cancel(Number(made.id));
    }
  });

  it('ends the offer of a blocked slot, whose guest waits on', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2 });
    await first.cancel(booking);
    await first.run();
    const entry = await only();
    await world.availability.patchSlot({ venueId: 1, slotId, patch: { blocked: true } });
    assert.equal(await first.accept(entry), 'slot_blocked');
    await first.run();
    assert.deepEqual(await states(), ['waiting']);
    await world.availability.patchSlot({ venueId: 1, slotId, patch: { blocked: false } });
    await first.run();
    await world.bookings.database.$executeRaw`UPDATE booking.waiting_day SET next_at = now()`;
    await first.run();
    assert.deepEqual(await states(), ['offered'], 'once the block is lifted');
    await sound();
  });

  it('heals a process that stopped between marking, reserving and opening an offer', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2 });
    await first.cancel(booking);
    const lost = world.replica(world.otherReplica, {
      reserve: (real) => async (request) => {
        await real(request);
        throw new Error('the response was lost');
      },
    });
    await lost.run();
    assert.equal((await only()).offerUntil, null);
    // The sweep leaves the reservation to the list.
    await world.places.database.$executeRaw`
      UPDATE availability.allocation SET reserved_at = reserved_at - interval '1 hour'`;
    const { ledger } = first;
    await sweepReservations({ database: first.deps.database, ledger, log: silentLog }, 20_000);
    assert.equal(await world.places.booked(slotId), 4);
    await world.bookings.database
      .$executeRaw`UPDATE booking.waiting_day SET leased_until = '-infinity', next_at = now()`;
    await second.run();
    assert.notEqual((await only()).offerUntil, null);
    await sweepReservations({ database: first.deps.database, ledger, log: silentLog }, -1000);
    await sound();
  });

  it('counts an entry once its guest has confirmed it by the link in the mail', async () => {
    const [booking] = await fill();
    const { status, leave_url: link } = await first.join({ slot_id: slotId, people: 2 });
    assert.deepEqual([status, new URL(link).pathname.split('/')[1]], ['unconfirmed', 'waiting']);
    const [entry] = await world.entries();
    assert.ok(entry);
    await assert.rejects(first.confirm(entry, 'waiting'), { code: 'waiting_not_found' });
    await first.cancel(booking);
    await first.run();
    assert.deepEqual(await states(), ['unconfirmed']);
    await Promise.all([first.confirm(entry), second.confirm(entry)]);
    await first.run();
    assert.deepEqual(await states(), ['offered']);
    await sound();
  });

  it('takes no entry where the party fits, without a list, or beyond the limit of a guest', async () => {
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'joined',
        (error: { code: string }) => error.code,
      );
    assert.equal(await code(first.join({ slot_id: slotId })), 'waiting_not_needed');
    await fill();
    assert.equal(await code(first.join({ slot_id: slotId + 1 })), 'slot_unknown');
    const codes = [];
    for (let turn = 0; turn < 11; turn++)
      codes.push(await code(first.join({ date: DAY.day, customer_email: `a+${turn}@example.com` })));
    assert.deepEqual(codes, [...Array.from({ length: 10 }, () => 'joined'), 'too_many_entries']);
    const setList = (waitingList: boolean) =>
      world.bookings.database.facility.update({ where: { id: 1 }, data: { waitingList } });
    await setList(false);
    assert.equal(await code(first.join({ slot_id: slotId })), 'waiting_list_off');
    await setList(true);
  });

  it('counts the entry of a guest that another request is saving', async () => {
    await fill();
    const join = (turn: number) =>
      second.join({ date: DAY.day, customer_email: `a+${turn}@example.com` }).then(
        () => 'joined',
        ({ code }: { code: string }) => code,
      );
    for (let turn = 0; turn < 9; turn++) assert.equal(await join(turn), 'joined');
    let [joining, isOver] = [Promise.resolve(''), false];
    await first.deps.database.raw.$transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT booking.lock_guests('{}', ARRAY[venue_id || ' ' || mailbox_hash]) FROM (SELECT * FROM booking.waiting LIMIT 1) w`;
      await tx.$executeRaw`
        INSERT INTO booking.waiting (venue_id, facility_id, day, people, party, customer_name, customer_email, locale, nonce, mailbox_hash)
        SELECT venue_id, facility_id, day, people, party, customer_name, customer_email, locale, nonce, mailbox_hash
        FROM booking.waiting LIMIT 1`;
      joining = join(9).finally(() => {
        isOver = true;
      });
      for (let waits = false; !waits && !isOver; ) {
        const [row] = await tx.$queryRaw<{ waits: boolean }[]>`
          SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
            WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()) AS waits`;
        waits = row?.waits ?? false;
      }
    });
    assert.equal(await joining, 'too_many_entries');
  });

  it('erases a guest, whose open offer goes to the next one', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2, email: 'gone@example.com' });
    await world.wait({ people: 2 });
    await first.cancel(booking);
    await first.run();
    const deleted: unknown[] = [];
    const deleteMailFiles = async (of: unknown[]) => void deleted.push(...of);
    await eraseGuest(
      { database: first.deps.database, deleteMailFiles, log: silentLog },
      { venueId: 1, email: 'GONE@example.com', actor: 'owner' },
    );
    assert.deepEqual(deleted, [{ venueId: 1, bookingId: 0 }], 'the mail files of the list');
    await first.run();
    const [gone] = await world.entries();
    assert.deepEqual([gone?.customerName, gone?.customerEmail, gone?.party, gone?.mail], ['', '', {}, null]);
    assert.deepEqual(await states(), ['left', 'offered']);
    await sound();
  });

  it('lets the public book the next day, for which nobody waits', async () => {
    await fill();
    await world.wait({ people: 1 });
    const booked = await second.book(world.places.slotAt(24), 4);
    assert.equal(typeof booked, 'number', `${booked}`);
    assert.equal(await second.book(slotId, 1), 'slot_full');
    await sound();
  });

  it('offers places to a guest whose confirmation a crash cut short, once it is repeated', async () => {
    const [booking] = await fill();
    await first.join({ slot_id: slotId, people: 2 });
    const [entry] = await world.entries();
    assert.ok(entry);
    await world.bookings.database.$executeRaw`
      CREATE FUNCTION booking.no_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'crash'; END $$`;
    await world.bookings.database.$executeRaw`
      CREATE TRIGGER no_job BEFORE INSERT ON booking.waiting_day FOR EACH ROW EXECUTE FUNCTION booking.no_job()`;
    await assert.rejects(first.confirm(entry));
    await world.bookings.database.$executeRaw`DROP FUNCTION booking.no_job CASCADE`;
    await first.confirm(entry);
    await first.cancel(booking);
    await first.run();
    assert.deepEqual(await states(), ['offered']);
    await sound();
  });

  it('keeps trying to mail an offer to a guest who has waited for weeks', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2 });
    await world.bookings.database
      .$executeRaw`UPDATE booking.waiting SET created_at = now() - interval '30 days'`;
    await first.cancel(booking);
    await first.run();
    const [sent, began] = [Promise.withResolvers<string>(), Date.now()];
    let attempts = 0;
    const mailer = startWaitingMailer({
      ...{
        database: first.deps.database,
        offerUrl: async () => 'https://book.example/waiting/token',
        contactOf: async () => contact,
      },
      ...{ allowMail: async () => true, from: 'book@example.com', log: silentLog, pollMs: 20 },
      transport: {
        async send({ bytes }) {
          attempts += 1;
          if (attempts === 1) throw new SendFailure('temporary', 'later');
          sent.resolve(bytes.toString());
        },
        delete: async () => {},
        close: async () => {},
      },
    });
    const date = /^Date: (.*)$/m.exec(await sent.promise)?.[1] ?? '';
    await mailer.stop();
    assert.ok(Date.parse(date) > began - 3600_000, `the mail is of today, not of ${date}`);
  });

  it('lets the desk offer out of turn', async () => {
    const [booking] = await fill();
    await world.wait({ people: 4 });
    const id = await world.wait({ people: 2 });
    await first.cancel(booking);
    const shown = await offerByHand(first.deps, { venueId: 1, id: Number(id), slotId });
    assert.deepEqual([shown.status, shown.offer_slot_id], ['offered', slotId]);
    await assert.rejects(offerByHand(first.deps, { venueId: 1, id: Number(id), slotId }), {
      code: 'offer_open',
    });
    await first.run();
    await sound();
  });

  it('keeps an offer that the desk made for another day, and makes none for a slot that has begun', async () => {
    await fill();
    const id = Number(await world.wait({ people: 2 }));
    const begun = slotIdOf(1, Date.UTC(2024, 0, 1, 9)) ?? 0;
    await assert.rejects(offerByHand(first.deps, { venueId: 1, id, slotId: begun }), { code: 'slot_past' });
    await offerByHand(first.deps, { venueId: 1, id, slotId: world.places.slotAt(24) });
    await touchLists(world.bookings.database, { venueId: 1 });
    await first.run();
    assert.deepEqual(await states(), ['offered']);
    assert.match(await first.accept(await only()), /\/tickets\//);
  });

  it('offers by hand while the job of the day runs, which leaves the half-made offer alone', async () => {
    const [booking] = await fill();
    await world.wait({ people: 4 });
    const id = Number(await world.wait({ people: 2 }));
    await first.cancel(booking);
    const desk = world.replica(world.bookings.database, {
      reserve: (real) => async (request) => {
        // The entry is marked; its offer is not open yet.
        await second.run();
        return real(request);
      },
    });
    const shown = await offerByHand(desk.deps, { venueId: 1, id, slotId });
    assert.equal(shown.status, 'offered');
    await first.run();
    assert.deepEqual(await states(), ['waiting', 'offered']);
    await sound();
  });

  it('queues the mail about the end of an offer with that end, in case the process crashes then', async () => {
    const [booking] = await fill();
    await world.wait({ people: 2 });
    await first.cancel(booking);
    await first.run();
    const entry = await only();
    const { database } = first.deps;
    let statements = 0;
    const crashing = {
      ledger: {
        release: async (of: Parameters<typeof first.deps.ledger.release>[0]) => {
          await first.deps.ledger.release(of);
          statements = 0;
        },
      },
      database: new Proxy(database, {
        get(target, name) {
          if (name !== '$executeRaw') return Reflect.get(target, name);
          return (...sql: Parameters<typeof database.$executeRaw>) => {
            statements += 1;
            if (statements > 1) throw new Error('crashed');
            return database.$executeRaw(...sql);
          };
        },
      }),
    };
    await endOffer(crashing, entry, { to: 'expired', mail: 'offer_over' }).catch(() => {});
    const [ended] = await world.entries();
    assert.deepEqual([ended?.status, ended?.mail], ['expired', 'offer_over']);
  });
});
