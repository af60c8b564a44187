import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** What staff do with bookings. */
export function desk(stack: () => Stack): void {
  describe('bookings desk', () => {
    const day = daysAhead(9);
    let slug: string;
    let facility: number;
    let slots: { id: number; starts_at: string; free: number }[];
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({ check_in_from_hours: 8760 });
      facility = await api.newFacility(slug, { price_eur: 12.5 });
      slots = (await api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body.slots;
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const slot = (index: number) => slots[index]?.id ?? 0;
    const free = async (id: number) => (await stack().api.get(slug, `/slots/${id}`)).body.free;
    const book = async (index: number, more: Record<string, unknown> = {}) => {
      const answer = await stack().api.book(slug, { slot_id: slot(index), people: 2, ...more });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.booking.id as number;
    };

    it('shows a booking with its ticket and its history', async () => {
      const id = await book(0, { customer_email: 'anna@example.com' });
      const { status, body } = await admin('GET', `/bookings/${id}`);
      assert.equal(status, 200);
      assert.deepEqual(
        [body.id, body.status, body.people, body.amount_eur, body.customer_email, body.source, body.erased],
        [id, 'confirmed', 2, 25, 'anna@example.com', 'online', false],
      );
      assert.deepEqual([body.slot_id, body.facility_id, body.payments], [slot(0), facility, []]);
      assert.match(body.ticket_url, /\/tickets\//);
      assert.deepEqual(
        body.history.map(({ actor, action }: { actor: string; action: string }) => [actor, action]),
        [['guest', 'created']],
      );
      assert.equal((await admin('GET', '/bookings/999999999')).status, 404);
    });

    it('books for a guest by phone without e-mail, required fields or caps, but never beyond capacity', async () => {
      await admin('PUT', '/fields', {
        fields: [{ key: 'phone', label: 'Phone', type: 'tel', required: true }],
      });
      await stack().api.admin('PATCH', `/venues/${slug}`, { live: false, min_notice_minutes: 60 * 24 * 30 });
      const made = await admin('POST', '/bookings', { slot_id: slot(1), customer_name: 'Piet', people: 8 });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(
        [made.body.status, made.body.source, made.body.customer_email],
        ['confirmed', 'desk', ''],
      );
      assert.equal(made.body.history[0].actor, 'operator');
      const over = await admin('POST', '/bookings', { slot_id: slot(1), customer_name: 'Jan', people: 3 });
      assert.equal(over.status, 422);
      await stack().api.admin('PATCH', `/venues/${slug}`, { live: true, min_notice_minutes: 0 });
      await admin('PUT', '/fields', { fields: [] });
      assert.equal(await free(slot(1)), 2);
      for (let index = 0; index < 25; index++)
        assert.equal(
          (await admin('POST', '/bookings', { slot_id: slot(10 + (index % 10)), customer_name: 'X' })).status,
          201,
        );
    });

    it('books without a confirmation by mail, and leaves the mail of a concurrent booking alone', async () => {
      const made = await Promise.all(
        [false, true, undefined].map((notify) => {
          const guest = { customer_name: 'Ada', customer_email: `${randomUUID()}@example.com` };
          return admin('POST', '/bookings', { slot_id: slot(8), ...guest, notify });
        }),
      );
      for (const { status, text } of made) assert.equal(status, 201, text);
      const { rows } = await stack().database.query(
        'SELECT b.id::float8, count(m.id)::integer AS mails FROM booking.booking b LEFT JOIN booking.mail m ON m.booking_id = b.id WHERE b.id = ANY($1) GROUP BY b.id',
        [made.map(({ body }) => body.id)],
      );
      const mails = new Map(rows.map(({ id, mails }) => [id, mails]));
      assert.deepEqual(
        made.map(({ body }) => mails.get(body.id)),
        [0, 1, 1],
      );
    });

    it('cancels a booking at any time, once, and releases the places before it responds', async () => {
      await stack().api.admin('PATCH', `/venues/${slug}`, { cancel_until_hours: 8760 });
      const id = await book(2);
      assert.equal(await free(slot(2)), 8);
      const cancelled = await admin('POST', `/bookings/${id}/cancel`);
      assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled']);
      assert.equal(await free(slot(2)), 10);
      const again = await admin('POST', `/bookings/${id}/cancel`);
      assert.deepEqual([again.status, again.body.history.length], [200, 2]);
      assert.equal((await admin('POST', `/bookings/${id}/check-in`)).status, 409);
    });

    it('checks a guest in only from the set number of hours before the start', async () => {
      const { ticket_url: ticket, booking } = (await stack().api.book(slug, { slot_id: slot(20) })).body;
      const { rows } = await stack().database.query(
        `UPDATE booking.booking SET starts_at = date_trunc('minute', now()) + interval '13 hours' WHERE id = $1
         RETURNING to_char((starts_at - interval '12 hours') AT TIME ZONE timezone, 'FMDay FMDD FMMonth YYYY, HH24:MI') AS from`,
        [booking.id],
      );
      await stack().api.admin('PATCH', `/venues/${slug}`, { check_in_from_hours: 12 });
      for (const [path, body] of [[`/bookings/${booking.id}/check-in`], ['/check-in', { ticket }]] as const) {
        const early = await admin('POST', path, body);
        assert.deepEqual([early.status, early.body.error.includes(rows[0].from)], [422, true], early.text);
      }
      await stack().api.admin('PATCH', `/venues/${slug}`, { check_in_from_hours: 14 });
      assert.equal((await admin('POST', '/check-in', { ticket })).body.status, 'checked_in');
      await stack().api.admin('PATCH', `/venues/${slug}`, { check_in_from_hours: 8760 });
    });

    it('undoes a check-in and a no-show without notifying the guest', async () => {
      const email = `${randomUUID()}@example.com`;
      const id = await book(21, { customer_email: email });
      const does = async (path: string) => (await admin('POST', `/bookings/${id}/${path}`)).status;
      assert.equal(await does('undo-check-in'), 409, 'nothing to undo');
      assert.equal(await does('check-in'), 200);
      assert.equal(await does('undo-no-show'), 409, 'the booking is not a no-show');
      assert.equal(await does('cancel'), 409);
      assert.equal(await does('undo-check-in'), 200);
      const moved = await admin('PATCH', `/bookings/${id}`, { slot_id: slot(22) });
      assert.deepEqual([moved.status, moved.body.status], [200, 'confirmed'], moved.text);
      await stack().database.query('UPDATE booking.booking SET starts_at = now() WHERE id = $1', [id]);
      for (const path of ['no-show', 'check-in', 'undo-check-in', 'no-show', 'undo-no-show', 'cancel'])
        assert.equal(await does(path), 200, path);
      const { body } = await admin('GET', `/bookings/${id}`);
      assert.deepEqual(
        body.history.map(({ action }: { action: string }) => action),
        [
          ...['created', 'checked_in', 'checked_in_undone', 'moved', 'no_show', 'checked_in'],
          ...['checked_in_undone', 'no_show', 'no_show_undone', 'cancelled'],
        ],
      );
      const kinds = async () =>
        (
          await stack().database.query(
            'SELECT kind FROM booking.mail WHERE booking_id = $1 ORDER BY created_at, id',
            [id],
          )
        ).rows.map(({ kind }) => kind);
      await eventually('the last mail is queued', async () => (await kinds()).includes('cancelled'));
      assert.deepEqual(await kinds(), ['confirmed', 'changed', 'cancelled']);
      const other = await stack().api.newVenue();
      const foreign = await stack().api.admin('POST', `/venues/${other}/bookings/${id}/undo-check-in`);
      assert.equal(foreign.status, 404);
    });

    it('checks a guest in by the ticket, once', async () => {
      const made = await stack().api.book(slug, { slot_id: slot(3) });
      const other = await stack().api.newVenue();
      const foreign = await stack().api.admin('POST', `/venues/${other}/check-in`, {
        ticket: made.body.ticket_url,
      });
      const unknown = await admin('POST', '/check-in', { ticket: 'nonsense' });
      assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
      const first = await admin('POST', '/check-in', { ticket: made.body.ticket_url });
      assert.deepEqual([first.status, first.body.status], [200, 'checked_in']);
      const second = await admin('POST', '/check-in', { ticket: made.body.ticket_url });
      assert.equal(second.status, 409);
      assert.match(second.body.error, /already checked in/);
      assert.equal((await admin('POST', `/bookings/${first.body.id}/no-show`)).status, 409);
      const away = await book(3);
      const early = await admin('POST', `/bookings/${away}/no-show`);
      assert.deepEqual([early.status, /not started/.test(early.body.error)], [422, true]);
      await stack().database.query(
        `UPDATE booking.booking SET starts_at = now() - interval '5 minutes' WHERE id = $1`,
        [away],
      );
      assert.equal((await admin('POST', `/bookings/${away}/no-show`)).body.status, 'no_show');
      const late = await admin('POST', `/bookings/${away}/check-in`);
      assert.equal(late.body.status, 'checked_in', 'a no-show can still be checked in');
    });

    it('moves a booking to another time, takes the new places and releases the old ones', async () => {
      const id = await book(4);
      const moved = await admin('PATCH', `/bookings/${id}`, { slot_id: slot(5) });
      assert.equal(moved.status, 200, moved.text);
      assert.deepEqual([moved.body.starts_at, moved.body.amount_eur], [slots[5]?.starts_at, 25]);
      assert.deepEqual([await free(slot(4)), await free(slot(5))], [10, 8]);
      const { action, note } = moved.body.history.at(-1);
      assert.deepEqual([action, note], ['moved', `${slots[4]?.starts_at} → ${slots[5]?.starts_at}`]);
      await admin('POST', '/bookings', { slot_id: slot(6), customer_name: 'Full house', people: 9 });
      const refused = await admin('PATCH', `/bookings/${id}`, { slot_id: slot(6) });
      assert.equal(refused.status, 422);
      assert.deepEqual([await free(slot(5)), await free(slot(6))], [8, 1]);
      const corrected = await admin('PATCH', `/bookings/${id}`, { customer_name: 'Anne' });
      assert.deepEqual([corrected.body.customer_name, corrected.body.slot_id], ['Anne', slot(5)]);
      assert.equal((await admin('PATCH', `/bookings/${id}`, {})).status, 422);
      await admin('POST', `/bookings/${id}/cancel`);
      assert.equal(await free(slot(5)), 10);
      assert.equal((await admin('PATCH', `/bookings/${id}`, { slot_id: slot(4) })).status, 409);
    });

    it('corrects the number of people, adjusts the places, keeps the amount, and notifies the guest', async () => {
      const email = `${randomUUID()}@example.com`;
      const id = await book(23, { customer_email: email });
      await admin('POST', '/bookings', { slot_id: slot(23), customer_name: 'Others', people: 5 });
      const more = await admin('PATCH', `/bookings/${id}`, { people: 5 });
      assert.deepEqual([more.status, more.body.people, more.body.amount_eur], [200, 5, 25], more.text);
      const { action, note } = more.body.history.at(-1);
      assert.deepEqual([action, note, await free(slot(23))], ['corrected', 'people: 2 → 5', 0]);
      const refused = await admin('PATCH', `/bookings/${id}`, { people: 6 });
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual([(await admin('PATCH', `/bookings/${id}`, { people: 0 })).status], [422]);
      const fewer = await admin('PATCH', `/bookings/${id}`, { people: 3, notify: false });
      assert.deepEqual([fewer.body.people, await free(slot(23))], [3, 2]);
      const mails = async () =>
        (
          await stack().database.query(
            `SELECT people_before FROM booking.mail WHERE booking_id = $1 AND kind = 'changed'`,
            [id],
          )
        ).rows.map(({ people_before }) => people_before);
      await eventually('the mail is queued', async () => (await mails()).length > 0);
      const moved = await admin('PATCH', `/bookings/${id}`, { slot_id: slot(4), people: 6 });
      assert.deepEqual([moved.body.people, await free(slot(23)), await free(slot(4))], [6, 5, 4], moved.text);
      await eventually('the second mail is queued', async () => (await mails()).length > 1);
      assert.deepEqual((await mails()).sort(), [2, 3], 'a change with notify: false queues no mail');
      await admin('POST', `/bookings/${id}/cancel`);
      assert.equal((await admin('PATCH', `/bookings/${id}`, { people: 2 })).status, 409);
    });

    it('finds bookings by date, status, name, e-mail and number, page by page', async () => {
      const needle = 'van 1%_Zee';
      const made = [];
      for (const index of [7, 8, 9])
        made.push(await book(index, { customer_name: `Zoë ${needle}`, customer_email: 'ZOE@example.com' }));
      const list = async (query: string) =>
        (await admin('GET', `/bookings?${query}`)).body.map((it: { id: number }) => it.id);
      assert.deepEqual(await list(`q=${encodeURIComponent(needle)}`), made);
      assert.deepEqual(await list(`q=${encodeURIComponent(`zoë ${needle}`)}`), made, 'in any case');
      assert.deepEqual(await list(`q=%23${made[1]}`), [made[1]]);
      assert.deepEqual(await list('q=zoe@EXAMPLE'), made);
      assert.deepEqual(await list(`q=zoe@EXAMPLE&status=cancelled`), []);
      assert.deepEqual(await list(`q=zoe@EXAMPLE&from=${daysAhead(12)}`), []);
      assert.deepEqual(await list(`q=zoe@EXAMPLE&from=${day}&to=${day}`), made);
      assert.deepEqual(await list(`q=zoe@EXAMPLE&facility_id=${facility + 1}`), []);

      const seen = [];
      let path = '/bookings?q=zoe%40example.com&limit=2';
      for (let page = 0; page < 5 && path; page++) {
        const { body, headers } = await admin('GET', path);
        seen.push(...body.map((it: { id: number }) => it.id));
        const link = /^<\/api\/admin\/venues\/[^/]+(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '');
        path = link?.[1] ?? '';
      }
      assert.deepEqual(seen, made);
      for (const bad of [
        'limit=0',
        'limit=501',
        'status=gone',
        'from=2026-02-30',
        'cursor=x',
        'form=2026-02-03',
      ])
        assert.equal((await admin('GET', `/bookings?${bad}`)).status, 400, bad);
    });

    it('exports bookings as CSV in which spreadsheets find no formulas', async () => {
      await admin('PUT', '/fields', { fields: [{ key: 'note', label: 'Note', type: 'textarea' }] });
      const id = await book(20, {
        customer_name: '=HYPERLINK("evil")',
        extra: { note: 'line one\nline "two", <script>alert(1)</script> 🎳' },
      });
      const { status, text, headers } = await call(
        `${stack().api.url}/api/admin/venues/${slug}/bookings?q=${id}`,
        {
          headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
        },
      );
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      const [header, ...rest] = text.replace(/^\uFEFF/, '').split('\r\n');
      assert.equal(
        header,
        'id,booking_reference,status,facility,starts_at,ends_at,people,amount_eur,customer_name,customer_email,source,created_at,payment_status,internal_note,note,other_extra,guests_by_category,vat_eur,vat_by_rate,price_lines,kept_eur,open_eur,add_ons_by_key,booking_day,checked_in_at,booked_by,arrived,absent,client_reference,desk_eur,to_return_eur',
      );
      assert.match(rest.join('\r\n'), /,"'=HYPERLINK\(""evil""\)",/);
      assert.ok(rest.join('\r\n').includes('"line one\nline ""two"", <script>alert(1)</script> 🎳"'));
      const none = await call(`${stack().api.url}/api/admin/venues/${slug}/bookings?from=x`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      assert.equal(none.status, 400);
      await admin('PUT', '/fields', { fields: [] });
    });

    it('exports and erases the data of a guest', async () => {
      const email = `gone-${Date.now()}@example.com`;
      const id = await book(21, { customer_email: email, customer_name: 'Eva Vergeten' });
      const kept = await admin('GET', `/guests?email=${email.toUpperCase()}`);
      assert.deepEqual([kept.status, kept.body.bookings.length, kept.body.bookings[0].id], [200, 1, id]);
      const erased = await admin('DELETE', `/guests?email=${email.toUpperCase()}`);
      assert.deepEqual([erased.status, erased.body], [200, { erased_bookings: 1, upcoming_bookings: 1 }]);
      const { body } = await admin('GET', `/bookings/${id}`);
      assert.deepEqual(
        [body.customer_name, body.customer_email, body.extra, body.erased, body.amount_eur, body.status],
        ['', '', {}, true, 25, 'confirmed'],
      );
      assert.deepEqual((await admin('GET', `/guests?email=${email}`)).body.bookings, []);
      assert.deepEqual((await admin('DELETE', `/guests?email=${email}`)).body, {
        erased_bookings: 0,
        upcoming_bookings: 0,
      });
      assert.equal((await admin('GET', '/guests?email=nobody')).status, 400);
    });
  });
}
