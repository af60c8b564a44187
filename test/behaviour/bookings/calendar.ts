import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { openLiveStream } from '../../stack/liveStream.ts';
import type { Stack } from '../../stack/stack.ts';

type Slot = {
  id: number;
  starts_at: string;
  booked: number;
  free: number;
  reason: string | null;
  outside_hours?: true;
};
type Booking = { id: number; slot_id: number; facility_id: number; status: string; customer_name: string };

/** The desk's day view: all facilities, moving and blocking, and live updates. */
export function calendar(stack: () => Stack): void {
  describe('venue calendar', () => {
    const day = daysAhead(12);
    let slug: string;
    let sauna: number;
    let court: number;
    let desk: string;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ check_in_from_hours: 8760 });
      sauna = await api.newFacility(slug, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
      court = await api.newFacility(slug, {
        name: 'Court',
        mode: 'FULL',
        capacity: 4,
        max_people_per_booking: 4,
        opens_at: '22:00',
        closes_at: '02:00',
      });
      desk = (await admin('POST', '/tokens', { name: 'Desk', scope: 'desk' })).body.token;
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const asDesk = (method: string, path: string, body?: unknown) =>
      call(`${stack().api.url}/api/admin/venues/${slug}${path}`, {
        method,
        headers: { Authorization: `Bearer ${desk}` },
        ...(body !== undefined && { body }),
      });
    const show = async (query: string) => {
      const answer = await asDesk('GET', `/calendar?${query}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const slotsOf = async (facility: number, date = day): Promise<Slot[]> => {
      const { days } = await show(`from=${date}`);
      return days[0].facilities.find(({ id }: { id: number }) => id === facility)?.slots ?? [];
    };
    const book = async (slotId: number | undefined, more: Record<string, unknown> = {}) => {
      const answer = await asDesk('POST', '/bookings', { slot_id: slotId, customer_name: 'Anna', ...more });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.id as number;
    };

    it('shows every slot of every facility with its bookings, including those after midnight of the booking day', async () => {
      const [first, late] = [(await slotsOf(sauna))[0], (await slotsOf(court))[2]];
      const id = await book(first?.id, { people: 2 });
      const night = await book(late?.id, { customer_name: 'Nachtploeg' });
      const shown = await show(`from=${day}&to=${addDays(day, 1)}`);
      assert.deepEqual(
        [shown.day_start, shown.timezone, shown.days.length, shown.more],
        ['06:00', 'Europe/Amsterdam', 2, false],
      );
      assert.deepEqual(
        shown.days[0].facilities.map(({ name, slots }: { name: string; slots: Slot[] }) => [
          name,
          slots.map(({ starts_at }) => starts_at.slice(11)),
        ]),
        [
          ['Court', ['22:00', '23:00', '00:00', '01:00']],
          ['Sauna', ['10:00', '11:00', '12:00', '13:00']],
        ],
      );
      assert.deepEqual(
        shown.bookings.map((it: Booking) => [it.id, it.slot_id, it.facility_id, it.customer_name, it.status]),
        [
          [id, first?.id, sauna, 'Anna', 'confirmed'],
          [night, late?.id, court, 'Nachtploeg', 'confirmed'],
        ],
      );
      assert.deepEqual((await slotsOf(sauna)).map(({ booked, free, reason }) => [booked, free, reason])[0], [
        2,
        8,
        null,
      ]);
      assert.equal((await slotsOf(court))[2]?.reason, 'full');
      await asDesk('PUT', `/bookings/${night}/note`, { note: 'Brengt taart mee. '.repeat(20) });
      const noted = (await show(`from=${day}`)).bookings.map(({ note }: { note?: string }) => note?.length);
      assert.deepEqual(noted, [undefined, 200]);
      const one = await show(`from=${day}&facility_id=${court}`);
      assert.deepEqual(
        [one.days[0].facilities.length, one.bookings.map((it: Booking) => it.id)],
        [1, [night]],
      );
      assert.equal((await asDesk('POST', `/bookings/${id}/cancel`)).status, 200);
      assert.deepEqual(
        (await show(`from=${day}`)).bookings.map((it: Booking) => it.id),
        [night],
      );
    });

    it('an inactive facility appears with its booked slots only, whatever its hours are', async () => {
      const date = daysAhead(18);
      const season = { windows: [{ days: [1, 2, 3, 4, 5, 6, 7], starts: ['10:00', '12:00'] }] };
      const id = await stack().api.newFacility(slug, { name: 'Terrace', timetable: [season] });
      const listed = async () =>
        (await show(`from=${date}`)).days[0].facilities.find(
          (facility: { id: number }) => facility.id === id,
        );
      const [first] = (await listed()).slots;
      await admin('PUT', '/exceptions', {
        facilities: [id],
        dates: [date],
        windows: season.windows.map(({ starts }) => ({ starts })),
      });
      await admin('PATCH', '', { holidays: [{ on: date.slice(5), opens_at: '10:00', closes_at: '12:00' }] });
      await admin('PATCH', `/facilities/${id}`, { active: false });
      assert.equal(await listed(), undefined, 'it has no bookings');
      await admin('PATCH', `/facilities/${id}`, { active: true });
      await book(first.id);
      await admin('PATCH', `/facilities/${id}`, { active: false, force: true });
      assert.deepEqual(
        (await listed()).slots.map(({ starts_at, reason }: Slot) => [starts_at.slice(11), reason]),
        [['10:00', 'closed']],
      );
      await admin('PATCH', '', { holidays: [] });
    });

    it('shows why guests cannot book a slot', async () => {
      const date = daysAhead(20);
      const reasons = async () => (await slotsOf(sauna, date)).map(({ reason }) => reason);
      await admin('PATCH', '', { max_advance_days: 15 });
      assert.deepEqual(new Set(await reasons()), new Set(['too_far']));
      await admin('PATCH', '', { max_advance_days: null, min_notice_minutes: 60 * 24 * 30 });
      assert.deepEqual(new Set(await reasons()), new Set(['notice']));
      await admin('PATCH', '', { min_notice_minutes: 0 });
      assert.deepEqual(
        new Set((await slotsOf(sauna, daysAhead(-3))).map((it) => it.reason)),
        new Set(['past']),
      );
      await book((await slotsOf(sauna, date))[1]?.id);
      const hours = { closed: false, opens_at: '10:30', closes_at: '13:30', force: true };
      assert.equal((await admin('PUT', `/facilities/${sauna}/exceptions/${date}`, hours)).status, 200);
      assert.deepEqual(await reasons(), ['overlap', 'closed', 'overlap', null]);
    });

    it('marks booked slots outside the opening hours of their day, whose bookings must move', async () => {
      const date = daysAhead(21);
      const [, second] = await slotsOf(sauna, date);
      await book(second?.id);
      const shown = async (hours: object) => {
        await admin('PUT', `/facilities/${sauna}/exceptions/${date}`, { ...hours, force: true });
        const slot = (await slotsOf(sauna, date)).find(({ id }) => id === second?.id);
        return [slot?.reason, slot?.outside_hours];
      };
      const until = { closed: false, closes_at: '13:30' };
      assert.deepEqual(await shown({ ...until, opens_at: '10:30' }), ['closed', undefined]);
      assert.deepEqual(await shown({ ...until, opens_at: '12:30' }), ['closed', true]);
      assert.deepEqual(await shown({ closed: true }), ['closed', true]);
    });

    it('rejects a range of more than seven days, a reversed range and unknown parameters', async () => {
      for (const query of [
        `from=${day}&to=${addDays(day, 7)}`,
        `from=${day}&to=${addDays(day, -1)}`,
        'from=2026-02-30',
        'from=9999-12-31',
        'form=2026-02-03',
        'facility_id=0',
      ])
        assert.equal((await asDesk('GET', `/calendar?${query}`)).status, 400, query);
      assert.equal((await asDesk('GET', '/calendar?facility_id=134217727')).status, 404);
      const empty = await stack().api.newVenue();
      const { body } = await stack().api.admin('GET', `/venues/${empty}/calendar`);
      assert.deepEqual([body.days.length, body.days[0].facilities, body.bookings], [1, [], []]);
    });

    it('blocks and unblocks hours of several days, and names the affected bookings', async () => {
      const from = daysAhead(40);
      const to = addDays(from, 2);
      const block = { facilities: [sauna, court], from, to, from_time: '11:30', to_time: '23:00' };
      const blockedOn = async (date: string) =>
        [...(await slotsOf(sauna, date)), ...(await slotsOf(court, date))]
          .filter(({ reason }) => reason === 'blocked')
          .map(({ starts_at }) => starts_at.slice(11));
      const id = await book((await slotsOf(court, to))[0]?.id, { people: 2 });
      const met = await admin('POST', '/blocks', { ...block, blocked: true });
      const { reference } = (await admin('GET', `/bookings/${id}`)).body;
      const named = met.body.error.includes(`${reference} (${to} 22:00)`);
      assert.deepEqual([met.status, named], [409, true], met.text);
      assert.deepEqual(await blockedOn(from), [], 'nothing changed');
      const forced = await admin('POST', '/blocks', { ...block, blocked: true, force: true });
      assert.deepEqual([forced.status, forced.body], [200, { changed_slots: 12 }]);
      for (const date of [from, to])
        assert.deepEqual(await blockedOn(date), ['11:00', '12:00', '13:00', '22:00']);
      const { body } = await admin('GET', `/bookings/${id}`);
      const { action, note } = body.history.at(-1);
      assert.deepEqual([action, note], ['rules_changed', 'blocked false → true']);
      const refused = await stack().api.book(slug, { slot_id: (await slotsOf(sauna, from))[1]?.id });
      assert.equal(refused.status, 422);
      const night = { ...block, from_time: '00:30', to_time: '06:00', facilities: [court], to: from };
      assert.deepEqual((await admin('POST', '/blocks', { ...night, blocked: true })).body, {
        changed_slots: 2,
      });
      assert.deepEqual(
        await admin('POST', '/blocks', { ...block, to: from, blocked: false }).then(tell),
        [200, 4],
      );
      assert.deepEqual(await blockedOn(from), ['00:00', '01:00']);
      for (const [status, bad] of [
        [400, { ...block, to: addDays(from, -1) }],
        [400, { ...block, to: addDays(from, 63) }],
        [422, { ...block, facilities: [] }],
        [422, { ...block, facilities: [sauna, sauna] }],
        [422, { ...block, from_time: '24:00' }],
        [404, { ...block, facilities: [sauna, 134217727] }],
        [404, { ...block, facilities: [await foreignFacility()] }],
      ] as const)
        assert.equal((await admin('POST', '/blocks', { ...bad, blocked: true })).status, status);
      assert.equal((await asDesk('POST', '/blocks', { ...block, blocked: true })).status, 403);
    });
    const tell = ({ status, body }: { status: number; body: { changed_slots: number } }) => [
      status,
      body.changed_slots,
    ];
    const foreignFacility = async () => stack().api.newFacility(await stack().api.newVenue());

    it('moves a booking to another facility that fits its party, and notifies the guest only if asked', async () => {
      const date = daysAhead(14);
      const [here, there] = [(await slotsOf(sauna, date))[0], (await slotsOf(court, date))[0]];
      const email = `${randomUUID()}@example.com`;
      const id = await book(here?.id, { people: 3, customer_email: email });
      const crowd = await book(here?.id, { people: 6 });
      const tooMany = await asDesk('PATCH', `/bookings/${crowd}`, { slot_id: there?.id });
      assert.deepEqual([tooMany.status, /at most 4/.test(tooMany.body.error)], [422, true], tooMany.text);
      const moved = await asDesk('PATCH', `/bookings/${id}`, { slot_id: there?.id, notify: false });
      assert.deepEqual(
        [moved.status, moved.body.facility, moved.body.facility_id, moved.body.starts_at],
        [200, 'Court', court, there?.starts_at],
        moved.text,
      );
      const { action, note } = moved.body.history.at(-1);
      assert.deepEqual([action, note], ['moved', `Sauna ${here?.starts_at} → Court ${there?.starts_at}`]);
      assert.deepEqual(
        [(await slotsOf(sauna, date))[0]?.booked, (await slotsOf(court, date))[0]?.booked],
        [6, 4],
      );
      const back = await asDesk('PATCH', `/bookings/${id}`, { slot_id: here?.id });
      assert.equal(back.status, 200, back.text);
      const kinds = async () =>
        (await stack().database.query('SELECT kind FROM booking.mail WHERE booking_id = $1', [id])).rows.map(
          ({ kind }) => kind,
        );
      await eventually('the guest is notified of the second move', async () =>
        (await kinds()).includes('changed'),
      );
      assert.deepEqual((await kinds()).toSorted(), ['changed', 'confirmed'], 'only the second move');
      const foreign = await foreignFacility();
      const other = 2 ** 26 * foreign + ((there?.id ?? 0) % 2 ** 26);
      assert.equal((await asDesk('PATCH', `/bookings/${id}`, { slot_id: other })).status, 422);
      assert.equal((await asDesk('PATCH', `/bookings/${id}`, { notify: false })).status, 422);
    });

    it('lets only an owner cancel a booking that was paid online', async () => {
      const id = await book((await slotsOf(sauna))[3]?.id);
      const setPaid = (values: string) =>
        stack().database.query(
          `UPDATE booking.booking SET (payment_id, payment_status, platform_fee_cents, hold_until, grace_until) =
             (${values}) WHERE id = $1`,
          [id],
        );
      await setPaid(`gen_random_uuid(), 'paid', 0, now(), now()`);
      assert.equal((await asDesk('POST', `/bookings/${id}/cancel`)).status, 403);
      assert.equal((await admin('GET', `/bookings/${id}`)).body.status, 'confirmed');
      // The desk cannot redirect the ticket to itself either: the ticket link allows cancelling.
      const mine = { customer_email: 'desk@example.com' };
      const taken = await asDesk('PATCH', `/bookings/${id}`, mine);
      assert.equal(taken.status, 403, taken.text);
      const renamed = { customer_name: 'Corrected' };
      assert.equal((await asDesk('PATCH', `/bookings/${id}`, renamed)).status, 200);
      assert.equal((await admin('PATCH', `/bookings/${id}`, mine)).status, 200);
      await setPaid('NULL, NULL, NULL, NULL, NULL');
      assert.equal((await asDesk('POST', `/bookings/${id}/cancel`)).body.status, 'cancelled');
    });

    it('streams changes as ids and statuses to clients that may read the venue', async () => {
      const { api } = stack();
      const path = `/api/admin/venues/${slug}/live`;
      const refused = await call(`${api.url}${path}`);
      const other = await call(`${api.url}/api/admin/venues/${await api.newVenue()}/live`, {
        headers: { Authorization: `Bearer ${desk}` },
      });
      assert.deepEqual([refused.status, other.status], [401, 404]);
      const streams = await Promise.all(stack().apis.map(({ url }) => openLiveStream(`${url}${path}`, desk)));
      try {
        const told = (event: string, data: object) =>
          eventually(`${event} ${JSON.stringify(data)} arrives`, () =>
            streams.every(({ events }) =>
              events.some((it) => it.event === event && JSON.stringify(it.data) === JSON.stringify(data)),
            ),
          );
        const slot = (await slotsOf(sauna))[2];
        const id = await book(slot?.id, { customer_name: 'Geheim Persoon' });
        const of = { booking_id: id, slot_id: slot?.id, facility_id: sauna };
        await told('change', { ...of, status: 'confirmed' });
        await asDesk('POST', `/bookings/${id}/check-in`);
        await told('change', { ...of, status: 'checked_in' });
        await admin('PATCH', `/slots/${slot?.id}`, { blocked: true, force: true });
        await told('change', { facility_id: sauna });
        await admin('PATCH', `/facilities/${sauna}`, { price_eur: 3 });
        await told('venue', {});
        for (const { text } of streams) assert.doesNotMatch(text(), /Geheim/);
      } finally {
        for (const stream of streams) stream.close();
      }
    });

    it('ends a stream when its token is revoked', async () => {
      const { api } = stack();
      const { body } = await admin('POST', '/tokens', { name: 'Short', scope: 'desk' });
      const stream = await openLiveStream(`${api.url}/api/admin/venues/${slug}/live`, body.token);
      await admin('DELETE', `/tokens/${body.id}`);
      await stream.ended;
      assert.equal(stream.events.at(-1)?.event, 'ended');
    });
  });
}
